import path from 'node:path'
import { loadContent } from '#content-files/load.ts'
import { run } from '#command.ts'

// Every file of content/, each by itself and with the others, as a build reads them.
await run(async () => {
  const { listings, tools } = await loadContent(path.dirname(import.meta.dirname))
  console.log(`content/ is good: ${listings.length} listings, ${tools.length} tools.`)
})
