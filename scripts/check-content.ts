import path from 'node:path'
import { loadContent } from '#content-files/load.ts'
import { run } from '#command.ts'

// Checks every file of content/ as a build does: first each file, then all of them together.
await run(async () => {
  const { listings, tools } = await loadContent(path.dirname(import.meta.dirname))
  console.log(`content/ is good: ${listings.length} listings, ${tools.length} tools.`)
})
