import path from 'node:path'
import { loadContent } from '#content-files/load.ts'
import { foreignFiles } from '#content-files/only-ours.ts'
import { run } from '#command.ts'

const root = path.dirname(import.meta.dirname)

// Checks every file of content/ as a build does, first each file, then all of them together; and that
// public/ has no files of others.
await run(async () => {
  const { listings, tools } = await loadContent(root)
  const foreign = await foreignFiles(root)
  if (foreign.length > 0) throw new Error(foreign.join('\n'))
  console.log(`content/ is good: ${listings.length} listings, ${tools.length} tools.`)
})
