import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import { resolveTxt } from 'node:dns/promises'
import os from 'node:os'
import path from 'node:path'
import { readConfig, recheckOf } from '#config.ts'
import { loadContent } from '#content-files/load.ts'
import { redacted } from '#contract/redacted.ts'
import { openDatabase, openMigrated } from '#db/connection/open-database.ts'
import { readPublicState, setRebuildLive } from '#db/queries/rebuilds.ts'
import { keepDoing } from '#editorial/run-jobs.ts'
import { fireRebuild } from '#editorial/fire-rebuild.ts'
import { keepLoggingDecisions } from '#editorial/log-decisions.ts'
import { buildFirst, runDueRebuild } from '#editorial/rebuilds.ts'
import { syncContent } from '#editorial/sync-content.ts'
import { damageOf } from '#hosting/build-digests.ts'
import { buildSite, takeOutput } from '#hosting/build-site.ts'
import { writableCheckout } from '#hosting/writable-checkout.ts'
import { BuildReplaced, keptBuilds } from '#hosting/kept-builds.ts'
import { digestOf, isMadeFrom, noteMadeFrom } from '#hosting/made-from.ts'
import { ownSecret } from '#hosting/own-secret.ts'
import { whenStopped } from '#hosting/parent-process.ts'
import { rebuildQueue } from '#hosting/rebuild-queue.ts'
import { startHttp } from '#hosting/start-http.ts'
import { addresses } from '#core/addresses.ts'
import { createLogger } from '#log/logger.ts'
import { lookSigner } from '#proof/fetch/sign-look.ts'
import { type GuardedFetch, guardedFetch } from '#proof/fetch/guarded-fetch.ts'
import { recheckInThread } from '#proof/recheck-in-thread.ts'
import { createMailer } from '#desk/mailer.ts'
import { signInLink } from '#editor-api/sign-in.ts'
import { run, sentenceOf } from '#command.ts'
import { loadSettings } from '#settings.ts'
import { functionEnvironment } from './function-environment.ts'

const root = path.dirname(import.meta.dirname)

// `npm run serve` passes `--built`: it serves a finished build and never builds.
const isBuiltBefore = process.argv.includes('--built')

await run(async () => {
  await loadSettings(['built'])
  const config = readConfig(process.env)
  const dataDir = path.resolve(config.DATA_DIR)
  const stopping = whenStopped()
  const stopped = once(stopping.signal, 'abort')

  console.log('Opening the database …')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const options = {
    as: 'owner' as const,
    onError: (error: Error) => console.error('an idle database connection broke:', redacted(error)),
    onGuest: (pid: number) =>
      console.log(`An editor’s command has the data folder; waiting for process ${pid} …`),
    signal: stopping.signal,
  }
  // `npm run serve` with a DATABASE_URL does not migrate: several servers may use this database, so
  // only `npm run migrate` changes it.
  const database = await (isBuiltBefore && config.DATABASE_URL
    ? openMigrated(config.DATABASE_URL, options)
    : openDatabase(config, options))
  const queue = rebuildQueue(rebuild)
  const builds = keptBuilds(path.join(dataDir, 'site'))
  const http = await startHttp({
    port: config.PORT,
    host: config.HOST,
    dataDir,
    trustedProxy: config.TRUSTED_PROXY,
    onRebuild: queue.ask,
  }).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const site = config.SITE_URL ?? `http://localhost:${http.port}`
  // Printed, because SITE_URL is the public URL of the proxy, not the address of this server.
  if (config.SITE_URL)
    console.log(`Listening on ${config.HOST}:${http.port}, for the proxy in front.`)
  const secret = config.SERVICE_SECRET ?? ownSecret(path.join(dataDir, 'secret'))
  const mailer = createMailer(config, addresses(site), secret)
  const environment = functionEnvironment(config, { dataDir, site, databaseUrl: database.url })
  let stopJobs = () => {}
  let stopLogging = () => {}
  let isReady = false
  // The folder of the build that is served now.
  let served: string | undefined
  let failure: unknown

  try {
    if (isBuiltBefore) await takeBuild()
    await serveLastBuild()
    const sign = lookSigner(secret, site)
    const look: GuardedFetch = (url, request) => guardedFetch(url, { ...request, site, sign })
    const recheck = recheckOf(config)
    // Starts the recurring jobs: mails, badge and proof checks, builds, news for editors, and
    // deletion of expired rows.
    stopJobs = keepDoing({
      db: database.db,
      mailer: async () => mailer,
      // Without a public URL no page can link to this site, so badges are not checked.
      network: config.SITE_URL ? { site, fetch: look } : null,
      gitHub: recheck ? { fetch: look, token: recheck.token } : null,
      claims: { resolveTxt, urls: addresses(site) },
      recheck: recheckInThread,
      notices: config.EDITOR_MAIL ? { mail: config.EDITOR_MAIL, urls: addresses(site) } : undefined,
      // Handles a due build by the queue: another process requested it, or it failed before.
      rebuild: async () => {
        // Not before the first build is done: if that fails, the start as a whole fails.
        if (isReady) queue.ask()
        return { state: 'none' }
      },
      clock: () => new Date(),
      log: (message, error) => console.error(`${message}:`, redacted(error)),
    })
    const logger = createLogger({
      level: config.LOG_LEVEL,
      format: config.LOG_FORMAT ?? (process.stdout.isTTY ? 'people' : 'json'),
      clock: () => new Date(),
      write: (line) => console.log(line),
    })
    stopLogging = keepLoggingDecisions(database.db, ({ actor, action, slug }) =>
      logger.info('decision', { actor, action, slug: slug ?? undefined }),
    )
    queue.ask()
    await queue.idle()
    // If the first build failed and no previous build is served, the start fails.
    if (!http.isServing()) throw failure
    await stopped
    console.log('Stopping …')
  } catch (error) {
    if (!stopping.signal.aborted) throw error
  } finally {
    stopJobs()
    stopLogging()
    stopping.abort()
    await queue.idle()
    await http.close()
    await database.close()
  }

  // The address of the desk, which signs in the person at this machine. To a terminal alone, since
  // it opens everything: a log file is kept, and read by others.
  function deskToOpen() {
    if (!process.stdout.isTTY || config.DATABASE_URL || config.SITE_URL)
      return '  Review      npm run editor -- queue, in a second terminal\n'
    const once = signInLink(secret, os.userInfo().username, new Date())
    return `  Review      ${site}/editor?once=${once}\n              signs you in once, within ten minutes\n`
  }

  // Moves a new build out of the checkout, so that another can be made while this one is served.
  async function takeBuild() {
    await takeOutput(root, builds).catch((error: unknown) => {
      if (!(error instanceof BuildReplaced)) throw error
      console.log('A build is being made in the checkout. Start again when it is done.')
    })
    if ((await builds.last()) === undefined)
      failure = new Error('Nothing is built yet. Run: npm run build')
  }

  // Serves the last build while a new one is made: the site stays available after a restart.
  async function serveLastBuild() {
    const folder = await builds.last()
    if (folder === undefined) return
    try {
      const damage = await damageOf(folder)
      if (damage !== undefined) throw new Error(damage)
      // The address that the pages of the build name.
      const manifest = path.join(folder, 'static', '.well-known', 'agents.json')
      const { site_url } = JSON.parse(await readFile(manifest, 'utf8')) as { site_url: string }
      // Without SITE_URL, a build for any port of this machine will do.
      const isOurs = new URL(site_url).hostname === 'localhost' && !config.SITE_URL
      if (isBuiltBefore && !isOurs && site_url !== config.SITE_URL)
        throw new Error(`It was made for ${site_url}, and this service is for ${site}.`)
      await http.serve(folder, environment)
      served = folder
      console.log(`Serving the last build: ${site}`)
    } catch (error) {
      const problem = `The last build cannot be served: ${sentenceOf(error)}`
      // `npm run serve` ends with this error. `npm start` continues and builds again.
      failure = new Error(`${problem} Run: npm run build, and then again: npm run serve`)
      if (!isBuiltBefore) console.error(`${problem} It is built again.`)
    }
  }

  async function build() {
    console.log('Reading content/ …')
    const content = await loadContent(root)
    const { published, corrected, withdrawn, left } = await syncContent(database.db, content)
    if (published > 0) console.log(`Published ${published} starter listings.`)
    if (corrected + withdrawn > 0)
      console.log(`Corrected ${corrected} curated listings, withdrew ${withdrawn}.`)
    for (const file of left)
      console.log(`Left alone: ${file}. Another listing has its slug or domain.`)
    const state = await readPublicState(database.db)
    const made = { checkout: await digestOf(root), site, state }
    // After a restart with the same code and data, no build is needed.
    if (!isReady && served !== undefined && (await isMadeFrom(served, made)))
      return console.log('Nothing has changed since the last build.')
    console.log(`Building the pages for ${content.tools.length} tools and all approved listings …`)
    await buildSite(
      {
        root: await writableCheckout(root, dataDir),
        db: database.db,
        content,
        site,
        secret,
        signal: stopping.signal,
        onPages: (pages) => console.log(`  ${pages} pages …`),
      },
      async (built) => {
        await noteMadeFrom(built.output, made)
        const folder = await builds.keep(built.output)
        await http.serve(folder, environment)
        await setRebuildLive(database.db, built.cursor)
        console.log(`Built ${built.pages} pages in ${(built.milliseconds / 1000).toFixed(1)} s.`)
        await http.retire()
        await builds.removeOthers(folder)
      },
    )
  }

  // Runs a build. A failure is printed and tried again later; the site does not change.
  async function rebuild() {
    try {
      if (isBuiltBefore && !isReady) {
        if (!http.isServing()) return
        isReady = true
        console.log(`Ready: ${site}`)
      }
      // Without a hook, `npm run serve` leaves due builds to another process.
      if (isBuiltBefore && !config.REBUILD_HOOK_URL) return
      if (!isReady) {
        await buildFirst(database.db, build)
        isReady = true
        return console.log(`Ready: ${site}\n${thingsToTry(site)}${deskToOpen()}`)
      }
      // With REBUILD_HOOK_URL set, another machine builds: only the hook is called.
      const hook = config.REBUILD_HOOK_URL
      const due = await runDueRebuild(database.db, hook ? () => fireRebuild(hook) : build)
      if (due.state === 'failed') throw new Error(due.error)
      if (due.state === 'done')
        console.log(hook ? 'The hook was called.' : 'The new build is public.')
    } catch (error) {
      failure = error
      if (stopping.signal.aborted || !http.isServing()) return
      console.error(`The rebuild failed; the site stays as it was. ${sentenceOf(error)}`)
    }
  }
})

function thingsToTry(site: string): string {
  return `
  Browse      ${site}/products
  Ask         curl "${site}/api/v1/lookup?url=n8n.io"
  Submit      ${site}/submit
`
}
