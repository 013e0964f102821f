import path from 'node:path'
import { readConfig } from '../src/config.ts'
import { loadContent } from '../src/content-files/load.ts'
import { syncContent } from '../src/editorial/sync-content.ts'
import { buildSite } from '../src/hosting/build-site.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { run } from './run.ts'

const root = path.dirname(import.meta.dirname)

// What a deployment runs: migrate, sync content/, snapshot, build into .vercel/output.
await run(async () => {
  const config = readConfig(process.env)
  const content = await loadContent(root)
  const database = await openDatabase(config)
  try {
    const { published, corrected, withdrawn, left } = await syncContent(database.db, content)
    if (published + corrected + withdrawn > 0)
      console.log(`Curated listings: ${published} new, ${corrected} corrected, ${withdrawn} gone.`)
    for (const file of left) console.log(`Left alone: ${file}; its slug or domain is taken.`)
    const site = config.SITE_URL ?? `http://localhost:${config.PORT}`
    await buildSite(
      { root, db: database.db, content, site },
      async ({ output, pages, milliseconds }) => {
        console.log(
          `Built ${pages} pages in ${(milliseconds / 1000).toFixed(1)} s: ${path.relative(root, output)}`,
        )
      },
    )
  } finally {
    await database.close()
  }
})
