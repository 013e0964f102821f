import { once } from 'node:events'
import { watch } from 'node:fs'
import path from 'node:path'
import { setEnvironmentData } from 'node:worker_threads'
import { dev } from 'astro'
import type { ViteDevServer } from 'vite'
import { readConfig, settings } from '#config.ts'
import { openDatabase } from '#db/connection/open-database.ts'
import { runDueRebuild } from '#editorial/rebuilds.ts'
import { whenStopped } from '#hosting/parent-process.ts'
import { rebuildQueue } from '#hosting/rebuild-queue.ts'
import { catalogueChanged } from '#integration/dev-server.ts'
import { makeCatalogue } from './dev-catalogue.ts'
import { functionEnvironment } from './function-environment.ts'
import { run, sentenceOf } from '#command.ts'

const root = path.dirname(import.meta.dirname)

/**
 * The settings that this command reads. Others are ignored: they could lead to a database or mail
 * server that is in real use.
 */
const used = ['PORT', 'HOST', 'DATA_DIR', 'LOG_LEVEL', 'LOG_FORMAT', 'READ_LIMITS', 'METRICS_TOKEN']

/** Files that are loaded once, at the start. Edits of other files take effect at once. */
const readOnce =
  /\/(?:scripts\/dev|src\/(?:content-files|db\/migrations|hosting|integration|mail\/templates)\/)/

// `npm run dev`: runs `astro dev` on its own embedded database and updates the pages when content/
// changes. Its data is in the folder `dev` of the data folder.
await run(async () => {
  const config = readConfig(Object.fromEntries(used.map((name) => [name, process.env[name]])))
  const dataDir = path.resolve(config.DATA_DIR, 'dev')
  const site = `http://localhost:${config.PORT}`
  const stopping = whenStopped()
  const stopped = once(stopping.signal, 'abort')

  const { db, url, close } = await openDatabase(
    { DATA_DIR: dataDir },
    {
      as: 'owner',
      onGuest: (pid) => console.log(`An editor’s command has the data folder: process ${pid} …`),
      signal: stopping.signal,
    },
  )
  try {
    for (const name of Object.keys(settings)) delete process.env[name]
    Object.assign(process.env, functionEnvironment(config, { dataDir, site, databaseUrl: url }), {
      PORT: String(config.PORT),
      NODE_ENV: 'development',
      ASTRO_TELEMETRY_DISABLED: '1',
    })
    console.log('Reading content/ … (the first time takes half a minute)')
    const make = async () =>
      setEnvironmentData(
        'proofstack:generated',
        await makeCatalogue(root, { db, within: path.join(dataDir, 'catalogue'), site }),
      )
    await make()
    let vite: ViteDevServer | undefined
    const server = await dev({
      root,
      logLevel: 'warn',
      server: { host: config.HOST, port: config.PORT },
      vite: {
        plugins: [{ name: 'proofstack-dev-script', configureServer: (made) => void (vite = made) }],
      },
    })

    const remake = async () => {
      const began = performance.now()
      await make()
      server.watcher.emit('change', catalogueChanged)
      console.log(`The catalogue was made again in ${Math.round(performance.now() - began)} ms.`)
    }
    const report = (error: unknown) => {
      const message = sentenceOf(error)
      console.error(`${message}\nThe pages stay as they were.`)
      vite?.ws.send({ type: 'error', err: { message, stack: '' } })
    }
    const queue = rebuildQueue(() => remake().catch(report))
    let delay: NodeJS.Timeout | undefined
    const content = watch(path.join(root, 'content'), { recursive: true }, () => {
      clearTimeout(delay)
      delay = setTimeout(queue.ask, 30)
    })
    // Updates the pages after decisions that editors make meanwhile.
    const followDecisions = () => runDueRebuild(db, async () => void queue.ask()).catch(report)
    const decisions = setInterval(() => void followDecisions(), 2_000)
    server.watcher.on('change', (file) => {
      if (readOnce.test(file))
        console.log(`${path.relative(root, file)} is read at the next start.`)
    })

    console.log(`Ready: ${site}
Commands of the editor: DATA_DIR=${path.join(config.DATA_DIR, 'dev')} npm run editor -- queue`)
    await stopped
    clearInterval(decisions)
    clearTimeout(delay)
    content.close()
    await queue.idle()
    await server.stop()
  } finally {
    await close()
  }
})
