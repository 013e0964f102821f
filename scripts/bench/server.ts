import { openBuild } from '#hosting/build-output.ts'
import { startLocalHost } from '#hosting/local-host.ts'

/** What a process that serves a build is told. */
export interface ServerTask {
  site: string
  dataDir: string
  environment: Record<string, string>
}

// The server of `npm start` with a build that is there already, in a process of its own. Nobody
// rebuilds here: the hook answers and does nothing.
process.once('message', async (message) => {
  // The parent is ./serve.ts, which sends nothing else.
  const { site, dataDir, environment } = message as ServerTask
  const host = await startLocalHost({
    port: 0,
    dataDir,
    // Each submission comes from an address of its own, as X-Forwarded-For says.
    host: '127.0.0.1',
    trustedProxy: '1',
    onRebuild: () => 'queued',
  })
  const build = openBuild(site, environment)
  await build.ready()
  host.serve(build)
  process.send!({ url: `http://127.0.0.1:${host.port}` })
})

process.once('disconnect', () => process.exit(0))
