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

/** The folder of the shared build, and the port of all services that start from it. */
export interface Built {
  base: string
  port: number
}

/** The result of the first build: the output of the service that made it, or an error. */
interface Outcome {
  printed?: string
  error?: string
}

/**
 * Chooses a folder for a database with the starter listings and their build. Each service of the
 * tests starts from a copy of this folder and needs no build. The built pages contain the port, so
 * all services use the same port, each on its own loopback address. `kept` is a folder that later
 * test runs reuse; `built.json` in it stores the choice.
 */
export async function chooseBuilt(kept?: string): Promise<Built> {
  const base = kept ?? (await mkdtemp(path.join(os.tmpdir(), 'proofstack-built-')))
  // Lower than the ports of outgoing connections, so that no connection takes the port first.
  let port = 20_000
  do port = 20_000 + randomInt(10_000)
  while (!(await isFree(port)))
  if (kept) {
    await mkdir(kept, { recursive: true })
    await writeFile(path.join(kept, 'built.json'), JSON.stringify({ base, port }))
  }
  return { base, port }
}

/**
 * Builds the site into the folder `base`, which takes half a minute of one core. `copyOfBuilt` waits
 * until the build has finished.
 */
export async function makeBuilt({ base, port }: Built): Promise<void> {
  const finish = async (outcome: Outcome) => {
    await writeFile(path.join(base, 'part.json'), JSON.stringify(outcome))
    await rename(path.join(base, 'part.json'), path.join(base, 'outcome.json'))
  }
  try {
    const dataDir = path.join(base, 'data')
    // A loopback address that no service of a test has: no test mistakes this service for its own.
    const environment = { HOST: '127.0.0.3', PORT: String(port) }
    const service = await startService({ dataDir, environment })
    await service.stop()
    await finish({ printed: service.printed() })
  } catch (error) {
    await finish({ error: String(error) })
  }
}

/** Vitest setup: provides the folder that `npm test` fills, or fills one while tests run. */
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
 * Copies the built folder, to `dataDir` or a new folder. Returns the environment that a service
 * needs to serve the copied build without building again.
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
 * Hard-links the files of a build into another folder, which is safe because they are never changed
 * in place. Copying its three thousand files would take ten times as long.
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
