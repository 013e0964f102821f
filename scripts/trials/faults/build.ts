import { readFile, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { writeDigests } from '#hosting/build-digests.ts'
import { freePort, request } from '#testing/service.ts'
import { residentBytes } from '../../bench/process-tree.ts'
import { callerOf } from './caller.ts'
import { type Fault, outcomeOf, sleep, until } from './fault.ts'

const render = 'functions/_render.func'
const catalogueOf = (build: string) => path.join(build, render, '.generated/catalog.sqlite')

/** Adds POST /api/hang to the function of a build, which never ends. */
async function addHang(build: string): Promise<void> {
  const folder = path.join(build, render)
  const config = path.join(folder, '.vc-config.json')
  const vc = JSON.parse(await readFile(config, 'utf8')) as { handler: string }
  const hanging = path.join(path.dirname(vc.handler), 'hanging.mjs')
  await writeFile(
    path.join(folder, hanging),
    `import entry from './${path.basename(vc.handler)}'
export default {
  fetch: (request) => {
    if (new URL(request.url).pathname === '/api/hang') for (;;);
    return entry.fetch(request)
  },
}`,
  )
  await writeFile(config, JSON.stringify({ ...vc, handler: hanging }))
  await writeDigests(build)
}

/** What can happen to a build, and what a function of it can do. */
export const buildFaults: Fault[] = [
  {
    name: 'hanging thread (one, then four requests at once, beside 50 connections of lookups)',
    most: 90,
    run: async ({ serve }) => {
      const { caller, url, child } = await serve({}, ['--built'], addHang)
      let isOver = false
      const clients = Array.from({ length: 50 }, async () => {
        while (!isOver) await caller.ask('lookup', '/api/v1/lookup?url=n8n.io')
      })
      await sleep(2_000)
      const before = residentBytes(child.pid!)
      const statuses: number[] = []
      for (const hangs of [1, 4]) {
        const hanging = Array.from({ length: hangs }, () =>
          request(`${url}/api/hang`, { method: 'POST' }),
        )
        statuses.push(...(await Promise.all(hanging)).map(({ status }) => status))
      }
      await sleep(2_000)
      const after = residentBytes(child.pid!)
      isOver = true
      await Promise.all(clients)
      const isSame = before === null || after === null || after < before * 1.5
      return outcomeOf(caller, {
        wrong: [
          ...(/^lookup 200 ×\d+$/.test(caller.saw()) ? [] : ['a lookup failed']),
          ...(statuses.every((status) => status === 504) ? [] : [`hangs: ${statuses.join()}`]),
          ...(isSame ? [] : [`memory grew from ${before} to ${after} bytes`]),
        ],
        back: 'by itself; the threads are replaced',
      })
    },
  },
  {
    name: 'damaged catalogue (empty at start, cut while it is served)',
    most: 180,
    run: async ({ serve }) => {
      const port = await freePort()
      const caller = callerOf(`http://127.0.0.1:${port}`)
      let build = ''
      const starting = serve({ PORT: String(port) }, [], async (folder) => {
        build = folder
        await truncate(catalogueOf(folder))
      })
      let isStarting = true
      void starting.catch(() => {}).then(() => (isStarting = false))
      const lookup = () => caller.ask('lookup', '/api/v1/lookup?url=n8n.io')
      while (isStarting) {
        if ((await lookup()) === 'ECONNREFUSED') caller.forget()
        await sleep(200)
      }
      const service = await starting
      const isNamed = service.printed().includes(`${catalogueOf(build)} is not as it was built.`)
      const built = await lookup()
      await truncate(catalogueOf(await service.build()), 8_192)
      const took = await until('the damage is seen', async () => (await lookup()) === '503', 5)
      const ready = await request(`${service.url}/api/ready`)
      const health = await request(`${service.url}/api/health`)
      const { status } = health.json() as { status: string }
      const wrong = [
        ...(isNamed ? [] : ['the file is not named']),
        ...(built === '200' ? [] : [`after the build: ${built}`]),
        ...(ready.status === 503 && status === 'degraded'
          ? []
          : ['health and ready do not say so']),
        ...(/500/.test(caller.saw()) ? ['an answer was a 500'] : []),
      ]
      return outcomeOf(caller, {
        wrong,
        back: `at start by a build; cut while it is served, it is seen after ${took} and needs a new start`,
      })
    },
  },
]
