import { randomBytes } from 'node:crypto'
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Config, readConfig } from '../src/config.ts'
import { loadContent } from '../src/content-files/load.ts'
import { syncContent } from '../src/editorial/sync-content.ts'
import { openBuild } from '../src/hosting/build-output.ts'
import { type Build, buildSite } from '../src/hosting/build-site.ts'
import { startLocalHost } from '../src/hosting/local-host.ts'
import { openDatabase } from '../src/hosting/open-database.ts'
import { rebuildQueue } from '../src/hosting/rebuild-queue.ts'
import { deliverDueMails } from '../src/mail/deliver.ts'
import { createMailer } from './mailer.ts'
import { run } from './run.ts'

const root = path.dirname(import.meta.dirname)

await run(async () => {
  const config = readConfig(process.env)
  const dataDir = path.resolve(config.DATA_DIR)
  const stopping = new AbortController()
  const stopped = new Promise<void>((resolve) =>
    stopping.signal.addEventListener('abort', () => resolve()),
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())

  say('Opening the database …')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const database = await openDatabase(config, { as: 'owner' })
  const queue = rebuildQueue(rebuild)
  const host = await startLocalHost({
    port: config.PORT,
    dataDir,
    trustedProxy: config.TRUSTED_PROXY,
    onRebuild: queue.ask,
  }).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const site = config.SITE_URL ?? `http://localhost:${host.port}`
  const environment = await functionEnvironment(config, {
    dataDir,
    site,
    databaseUrl: database.url,
  })
  const mailer = await createMailer(config)
  let drain: NodeJS.Timeout | undefined

  try {
    await build()
    say(`Ready: ${site}\n${thingsToTry(site)}`)
    // What a function could not send, and what an editor approved while the server was away.
    const drainOutbox = () =>
      deliverDueMails(database.db, mailer).catch((error: unknown) =>
        console.error('the outbox was not drained:', error),
      )
    drain = setInterval(() => void drainOutbox(), 15_000)
    await stopped
    say('Stopping …')
  } catch (error) {
    if (!stopping.signal.aborted) throw error
  } finally {
    clearInterval(drain)
    stopping.abort()
    await queue.idle()
    await host.close()
    await host.current()?.close()
    await database.close()
  }

  async function build() {
    say('Reading content/ …')
    const content = await loadContent(root)
    const { published } = await syncContent(database.db, content)
    if (published > 0) say(`Published ${published} starter listings.`)
    say(`Building the pages for ${content.tools.length} tools and all approved listings …`)
    await buildSite(
      { root, db: database.db, content, site, signal: stopping.signal },
      async (built) => {
        const folder = path.join(dataDir, 'site', `${Date.now()}-${process.pid}`)
        await moveFolder(built.output, folder)
        const fresh = openBuild(folder, environment)
        await fresh.ready()
        const previous = host.serve(fresh)
        say(`Built ${built.pages} pages in ${seconds(built)} s.`)
        await previous?.close()
        await removeOthers(folder)
      },
    )
  }

  // A build that fails keeps the old site and says why.
  async function rebuild() {
    try {
      await build()
      say('The new build is public.')
    } catch (error) {
      if (stopping.signal.aborted) return
      console.error(
        `The rebuild failed; the site stays as it was. ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
})

function say(text: string) {
  console.log(text)
}

function seconds({ milliseconds }: Build): string {
  return (milliseconds / 1000).toFixed(1)
}

function thingsToTry(site: string): string {
  return `
  Browse      ${site}/products
  Ask         curl "${site}/api/v1/lookup?url=n8n.io"
  Submit      ${site}/submit, then in a second terminal: npm run editor -- queue
`
}

/** What the function sees: its own settings and nothing else of this machine. */
async function functionEnvironment(
  config: Config,
  at: { dataDir: string; site: string; databaseUrl: string },
): Promise<Record<string, string>> {
  const environment = {
    SITE_URL: at.site,
    DATABASE_URL: at.databaseUrl,
    DATA_DIR: at.dataDir,
    SERVICE_SECRET: config.SERVICE_SECRET ?? (await ownSecret(path.join(at.dataDir, 'secret'))),
    MAIL_FROM: config.MAIL_FROM,
    MAIL_DIR: config.MAIL_DIR ?? path.join(at.dataDir, 'mail'),
    SMTP_URL: config.SMTP_URL,
    MCP_ALLOWED_ORIGINS: config.MCP_ALLOWED_ORIGINS.join(',') || undefined,
    NODE_ENV: 'production',
  }
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}

async function ownSecret(file: string): Promise<string> {
  try {
    await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFile(file, 'utf8')
}

async function moveFolder(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true })
  try {
    await rename(from, to)
  } catch (error) {
    // The data folder may be on another disk.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await cp(from, to, { recursive: true })
  }
}

async function removeOthers(folder: string): Promise<void> {
  const siblings = await readdir(path.dirname(folder))
  const others = siblings.filter((name) => name !== path.basename(folder))
  await Promise.all(
    others.map((name) =>
      rm(path.join(path.dirname(folder), name), { recursive: true, force: true }),
    ),
  )
}
