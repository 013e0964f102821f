// The test environment of a benchmark: a database with listings, and the service built on it.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { loadContent } from '#content-files/load.ts'
import { openDatabase } from '#db/open-database.ts'
import { measureOutput, overLimits } from '#hosting/platform-limits.ts'
import { runScript, startService } from '#testing/service.ts'
import { startPostgres } from '../../postgres.ts'
import { type Figure, rounded } from '../figures.ts'
import { fill } from './fill.ts'

const root = path.resolve(import.meta.dirname, '../../..')

export interface Environment {
  listings: number
  dataDir: string
  /** The environment variables that lead to this database; empty for the embedded one. */
  settings: { DATABASE_URL?: string }
  close: () => Promise<void>
}

/** Creates and fills a database: an embedded one, or one of a Postgres from a Debian package. */
export async function openEnvironment(listings: number, isEmbedded: boolean): Promise<Environment> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'proofstack-bench-'))
  const postgres = isEmbedded ? undefined : await startPostgres()
  const settings = postgres ? { DATABASE_URL: postgres.url } : {}
  const close = async () => {
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const { db, close: closeDatabase } = await openDatabase({ ...settings, DATA_DIR: dataDir })
    await fill(db, await loadContent(root), listings)
    await closeDatabase()
    return { listings, dataDir, settings, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Builds the site as a deployment does. Throws if Vercel would refuse the build. */
export async function build({ dataDir, settings: environment }: Environment): Promise<Figure[]> {
  const began = performance.now()
  const { code, stderr } = await runScript('build.ts', [], { dataDir, environment })
  const buildSeconds = (performance.now() - began) / 1000
  if (code !== 0) throw new Error(`The build failed:\n${stderr}`)
  const output = await measureOutput(path.join(root, '.vercel/output'))
  const over = overLimits({ ...output, buildSeconds })
  if (over.length > 0) throw new Error(`The platform would refuse this build:\n${over.join('\n')}`)
  return [
    ['build', `${rounded(buildSeconds)} s`],
    ['static files', rounded(output.files)],
    ['function with its catalogue', `${rounded(output.functionBytes / 1e6)} MB`],
  ]
}

/** Serves the last build as `npm run serve` does, but without an access log. */
export function serve({ dataDir, settings }: Environment) {
  const environment = { ...settings, LOG_LEVEL: 'error' }
  return startService({ dataDir, environment, args: ['--built'] })
}
