// The process of HTTP and the functions: it does what the first process calls, and ends with it.
import { type SiteBuild, openBuild } from './build-output.ts'
import { callsBetween } from './calls-between.ts'
import { type LocalHost, startLocalHost } from './local-host.ts'

// A terminal and systemd signal every process. The first one ends this one after its last answer.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit())

let host: LocalHost
let previous: SiteBuild | undefined

const call = callsBetween(process, {
  listen: async (options: Parameters<typeof startLocalHost>[0]) => {
    host = await startLocalHost({ ...options, onRebuild: () => call('rebuild') })
    return host.port
  },
  serve: async ([folder, environment]: Parameters<typeof openBuild>) => {
    const build = openBuild(folder, environment)
    await build.ready()
    previous = host.serve(build)
  },
  retire: async () => previous?.close(),
  close: async () => {
    await host.close()
    await host.current()?.close()
  },
})
