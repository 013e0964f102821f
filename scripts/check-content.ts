import path from 'node:path'
import { loadContent } from '#content-files/load.ts'
import { foreignFiles } from '#content-files/only-ours.ts'
import { run } from '#command.ts'

const root = path.dirname(import.meta.dirname)

/** GitHub shows a notice beside the file, and the check is green. */
const isAction = process.env['GITHUB_ACTIONS'] === 'true'

// Checks every file of content/ as a build does, first each file, then all of them together; and that
// public/ has no files of others. A new listing may wait for its stamp, without which no build is made.
await run(async () => {
  const waits = (file: string) =>
    console.log(`${isAction ? `::notice file=${file}::` : ''}${file} waits for an editor's stamp.`)
  const { listings, tools } = await loadContent(root, waits)
  const foreign = await foreignFiles(root)
  if (foreign.length > 0) throw new Error(foreign.join('\n'))
  console.log(`content/ is good: ${listings.length} listings, ${tools.length} tools.`)
})
