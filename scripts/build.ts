import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { loadContent } from '#content-files/load.ts'
import { type OpenDatabase, openDatabase } from '#db/connection/open-database.ts'
import { syncContent } from '#editorial/sync-content.ts'
import { buildSite } from '#hosting/build-site.ts'
import { ownSecret } from '#hosting/own-secret.ts'
import { sizeWarning } from '#hosting/platform-limits.ts'
import { type Deployment, readDeployment } from '#platform.ts'
import { run } from '#command.ts'
import { loadSettings } from '#settings.ts'

const root = path.dirname(import.meta.dirname)

// The build of a deployment: migrates the database, stores the listings of content/ in it, and
// builds the site into .vercel/output.
await run(async () => {
  await loadSettings()
  const deployment = readDeployment(process.env)
  const { config } = deployment
  for (const warning of deployment.warnings) console.warn(`Warning: ${warning}`)
  const content = await loadContent(root)
  const database = await openFor(deployment)
  try {
    const { published, corrected, withdrawn, left } = await syncContent(database.db, content)
    if (published + corrected + withdrawn > 0)
      console.log(`Curated listings: ${published} new, ${corrected} corrected, ${withdrawn} gone.`)
    for (const file of left) console.log(`Left alone: ${file}; its slug or domain is taken.`)
    const site = config.SITE_URL ?? `http://localhost:${config.PORT}`
    await buildSite(
      {
        root,
        db: database.db,
        content,
        site,
        secret: config.SERVICE_SECRET ?? ownSecret(path.join(config.DATA_DIR, 'secret')),
        onPages: (pages) => console.log(`  ${pages} pages …`),
      },
      async ({ output, pages, milliseconds }) => {
        console.log(
          `Built ${pages} pages in ${(milliseconds / 1000).toFixed(1)} s: ${path.relative(root, output)}`,
        )
        const warning = sizeWarning(output)
        if (warning) console.warn(`Warning: ${warning}`)
      },
    )
  } finally {
    await database.close()
  }
})

// Opens the database of the deployment. A preview without its own setting gets a temporary one: the
// listings of its branch must not reach the database in this checkout's data folder.
async function openFor({ target, config }: Deployment): Promise<OpenDatabase> {
  if (target !== 'preview' || config.DATABASE_URL) return openDatabase(config)
  console.log('A preview without PREVIEW_DATABASE_URL: built from content/ alone.')
  const folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-preview-'))
  const database = await openDatabase({ DATA_DIR: folder }, { as: 'owner' })
  const close = async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...database, close }
}
