// `npm run bench`: measures the speed of the directory with many listings.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Misuse, run, typedArguments } from '#command.ts'
import { loadContent } from '#content-files/load.ts'
import { openDatabase } from '#db/connection/open-database.ts'
import { openExisting } from '#db/connection/open-existing.ts'
import { markdownTable } from '#exports/markdown.ts'
import { measureOutput, overLimits } from '#hosting/platform-limits.ts'
import { runScript, startService } from '#testing/service.ts'
import { startPostgres } from '../postgres.ts'
import { fill } from './bench/fill.ts'
import { measure, readsOf, rounded, searches } from './bench/reads.ts'

const usage = `Measures a service on the listings of content/ and copies of them, and prints tables.

  npm run bench -- build      the build: seconds and size, under the limits of the platform
  npm run bench -- reads      reads per second, beside a hand-written SQL server on the same data
  npm run bench -- search     searches and recommendations, beside the full-text search of Postgres

Several names measure on one build.

  --listings 1000    how many listings there are, at least those of content/
  --embedded         on the embedded database; without it on Debian's postgresql`

const root = path.resolve(import.meta.dirname, '../..')

await run(async () => {
  const { positionals, values } = typedArguments(usage, {
    allowPositionals: true,
    options: {
      listings: { type: 'string', default: '1000' },
      embedded: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return void console.log(usage)
  const listings = Number(values.listings)
  const content = await loadContent(root)
  const areKnown = positionals.every((name) => ['build', 'reads', 'search'].includes(name))
  if (!areKnown || positionals.length === 0 || !(listings >= content.listings.length))
    throw new Misuse(usage)
  console.error(`Filling a database with ${listings} listings …`)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'proofstack-bench-'))
  const postgres = values.embedded ? undefined : await startPostgres()
  const settings: Record<string, string> = postgres ? { DATABASE_URL: postgres.url } : {}
  const environment = { ...settings, DATA_DIR: dataDir }
  try {
    const filled = await openDatabase(environment)
    await fill(filled.db, content, listings).finally(filled.close)
    console.error('Building …')
    const built = await build(dataDir, settings)
    const title = (name: string) => `${name}, ${listings} listings`
    if (positionals.includes('build')) {
      const rows = [...built, ...(await coldStarts(dataDir, settings))]
      console.log(markdownTable([title('build'), 'measured'], rows))
    }
    const measured = positionals.filter((name) => name !== 'build')
    if (measured.length === 0) return
    // As `npm run serve`, but without an access log.
    const quiet = { ...settings, LOG_LEVEL: 'error' }
    const service = await startService({ dataDir, environment: quiet, args: ['--built'] })
    const { db, close } = await openExisting(environment)
    try {
      for (const name of measured) {
        const isSame = name === 'reads'
        const cases = isSame ? await readsOf(db, listings) : searches
        const rows = await measure(cases, { url: service.url, environment, isSame })
        const columns = [title(name), 'service', 'times the baseline', 'p50', 'p99']
        console.log(markdownTable(columns, rows))
      }
    } finally {
      await close()
      await service.stop()
    }
  } finally {
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

/** Builds the site as a deployment does. Throws if Vercel would refuse the build. */
async function build(dataDir: string, environment: Record<string, string>): Promise<string[][]> {
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

/** Starts the function in five new processes, and gives the medians. */
async function coldStarts(dataDir: string, settings: Record<string, string>) {
  const environment = { ...settings, SITE_URL: 'http://localhost', LOG_LEVEL: 'error' }
  const runs: number[][] = []
  for (let run = 0; run < 5; run++) {
    const started = await runScript('lab/bench/cold-start.ts', [], { dataDir, environment })
    const { code, stdout, stderr } = started
    if (code !== 0) throw new Error(`The function did not start:\n${stderr}`)
    runs.push(stdout.trim().split('\n').map(Number))
  }
  return ['cold start to the first list', 'first search after it'].map((what, index) => [
    what,
    `${rounded(runs.map((times) => times[index]!).sort((a, b) => a - b)[2]!)} ms`,
  ])
}
