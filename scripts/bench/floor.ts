import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type RecordedAnswer, selectFirst } from './floor-function.ts'
import type { Ground } from './ground.ts'
import type { Call } from './http-client.ts'
import { type Served, serveSite } from './serve.ts'

// What belongs to the connection, and what the server adds by itself.
const ofConnection =
  /^(?:connection|keep-alive|date|transfer-encoding|content-(?:length|encoding))$/

/** Asks a call once and keeps its answer. */
export async function record(url: string, { method, path: at, headers, body }: Call) {
  const plain = { 'accept-encoding': 'identity', ...headers }
  const response = await fetch(url + at, { method, headers: plain, body, redirect: 'manual' })
  const kept = [...response.headers].filter(([name]) => !ofConnection.test(name))
  const text = await response.text()
  return { key: `${method} ${at}`, status: response.status, headers: kept, body: text }
}

/** Serves recorded answers by a build output of one tiny function, through the same server. */
export async function serveFloor(ground: Ground, answers: RecordedAnswer[]): Promise<Served> {
  const site = path.join(ground.folder, 'floor')
  const folder = path.join(site, 'functions/_render.func')
  await rm(site, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await mkdir(path.join(site, 'static'))
  const routes = [{ handle: 'filesystem' }, { src: '^/.*$', dest: '_render' }]
  await writeFile(path.join(site, 'config.json'), JSON.stringify({ version: 3, routes }))
  const settings = { runtime: 'nodejs24.x', handler: 'entry.mjs', launcherType: 'Nodejs' }
  await writeFile(path.join(folder, '.vc-config.json'), JSON.stringify(settings))
  await writeFile(path.join(folder, 'answers.json'), JSON.stringify(answers))
  const code = pathToFileURL(path.join(import.meta.dirname, 'floor-function.ts')).href
  await writeFile(
    path.join(folder, 'entry.mjs'),
    `import { floorFunction } from ${JSON.stringify(code)}
export default floorFunction(new URL('answers.json', import.meta.url), process.env.DATABASE_URL)
`,
  )
  return serveSite(ground, site, 'floor')
}

/** The same call to the floor, after a `select 1`. */
export function afterSelect(call: Call): Call {
  return { ...call, path: selectFirst + call.path }
}
