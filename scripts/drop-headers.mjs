import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

// The packages of the Node that npm installs bring 67 MB of C headers, for add-ons that are compiled.
// Nothing here is compiled, and whoever installs the service has its disk and image to pay for. Runs
// on whatever Node npm itself runs on.
const folder = path.join(import.meta.dirname ?? 'scripts', '..', 'node_modules/node/node_modules')
try {
  for (const name of readdirSync(folder))
    if (/^node-(?:bin-)?(?:linux|darwin|win)/.test(name))
      rmSync(path.join(folder, name, 'include'), { recursive: true, force: true })
} catch (error) {
  // Where npm put them elsewhere, or installs without scripts, they stay: it is no reason to fail.
  if (error.code !== 'ENOENT') console.warn(`The headers of Node stay: ${error.message}`)
}
