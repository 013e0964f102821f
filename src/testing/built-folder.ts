import { randomInt } from 'node:crypto'
import { cpSync, linkSync, mkdirSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { removeFolder, startService } from './service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    built: Built
  }
}

/** Where it is, and the port of all services that start from it. */
export interface Built {
  base: string
  port: number
}

/** What a service printed that started in an empty folder, and made the build in it. */
interface Outcome {
  printed?: string
  error?: string
}

/**
 * A data folder with a database, the starter listings and their build, for all services of the
 * tests: each starts from a copy and has nothing to build. The port is part of the site's address,
 * so all of them have the same one, and a loopback address of their own. In a folder that is `kept`
 * a file says what was chosen.
 */
export async function chooseBuilt(kept?: string): Promise<Built> {
  const base = kept ?? (await mkdtemp(path.join(os.tmpdir(), 'proofstack-built-')))
  // Below the ports that a system gives to outgoing calls: nobody takes it before we listen.
  let port = 20_000
  do port = 20_000 + randomInt(10_000)
  while (!(await isFree(port)))
  if (kept) {
    await mkdir(kept, { recursive: true })
    await writeFile(path.join(kept, 'built.json'), JSON.stringify({ base, port }))
  }
  return { base, port }
}

/** Makes it: half a minute of one core. Whoever copies waits for it. */
export async function makeBuilt({ base, port }: Built): Promise<void> {
  const tell = async (outcome: Outcome) => {
    await writeFile(path.join(base, 'part.json'), JSON.stringify(outcome))
    await rename(path.join(base, 'part.json'), path.join(base, 'outcome.json'))
  }
  try {
    const dataDir = path.join(base, 'data')
    // Not where the services of the tests listen: whoever waits for one must not meet this one.
    const environment = { HOST: '127.0.0.3', PORT: String(port) }
    const service = await startService({ dataDir, environment })
    await service.stop()
    await tell({ printed: service.printed() })
  } catch (error) {
    await tell({ error: String(error) })
  }
}

/** For vitest: where `npm test` has made it, or else it is made while the first tests run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_BUILT']
  const built = given ? (JSON.parse(given) as Built) : await chooseBuilt()
  project.provide('built', built)
  if (given) return async () => {}
  const making = makeBuilt(built)
  return async () => {
    await making
    await removeFolder(built.base)
  }
}

let copies = 0

/**
 * Copies the folder, and says what a service is started with to find its build right: it listens on
 * an address of its own. The folder is a new one unless `dataDir` names one.
 */
export async function copyOfBuilt(
  built: Built,
  { dataDir, host }: { dataDir?: string; host?: string } = {},
) {
  const { printed = '' } = await outcomeIn(built.base)
  const folder = dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'proofstack-served-')))
  const data = path.join(built.base, 'data')
  for (const name of readdirSync(data)) {
    if (name === 'site') linkFolder(path.join(data, name), path.join(folder, name))
    else cpSync(path.join(data, name), path.join(folder, name), { recursive: true })
  }
  const own = `127.0.${1 + (process.pid % 200)}.${++copies}`
  return {
    dataDir: folder,
    environment: { HOST: host ?? own, PORT: String(built.port) },
    printed,
  }
}

/**
 * Gives the files of a build a second name: nobody writes to one that is kept. Copying its three
 * thousand files takes ten times as long.
 */
export function linkFolder(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [file, second] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(file, second)
    else linkSync(file, second)
  }
}

async function outcomeIn(base: string): Promise<Outcome> {
  for (;;) {
    const text = await readFile(path.join(base, 'outcome.json'), 'utf8').catch(() => undefined)
    if (text === undefined) await new Promise((resolve) => setTimeout(resolve, 100))
    else {
      const outcome = JSON.parse(text) as Outcome
      if (outcome.error) throw new Error(outcome.error)
      return outcome
    }
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
