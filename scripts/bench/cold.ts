import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { functionEnvironment } from './environment.ts'
import { type Figure, figure, median, rounded } from './figure.ts'
import { functionOf } from './function-folder.ts'
import type { Ground } from './ground.ts'

const times = 9

/** How long a fresh process takes from nothing to the first list of 24. */
export async function measureCold(ground: Ground, site: string): Promise<Figure[]> {
  const list = 'http://localhost:4321/api/v1/products?limit=24'
  // What nobody can save: Node, its Request and its Response.
  const bare = path.join(ground.folder, 'bare-function.mjs')
  const bytes = JSON.stringify('x'.repeat(100_000))
  await writeFile(bare, `export default { fetch: async () => new Response(${bytes}) }\n`)
  const ours: Run[] = []
  const floors: Run[] = []
  for (let time = 0; time < times; time++) {
    ours.push(await start(ground, [functionOf(site).entry, list]))
    floors.push(await start(ground, [bare, list]))
  }
  const part = 'cold' as const
  const of = (runs: Run[], what: keyof Run) => median(runs.map((run) => run[what]))
  const floorIs = 'a function that answers as many bytes at once'
  return [
    figure({
      part,
      name: 'first list of a cold function',
      unit: 'ms',
      value: of(ours, 'ms'),
      floor: of(floors, 'ms'),
      floorIs,
      more: {
        best: rounded(Math.min(...ours.map(({ ms }) => ms))),
        import: rounded(of(ours, 'imported')),
      },
    }),
    figure({
      part,
      name: 'the same with the start of Node',
      unit: 'ms',
      value: of(ours, 'whole'),
      floor: of(floors, 'whole'),
      floorIs,
    }),
    figure({
      part,
      name: 'memory after it',
      unit: 'MB',
      value: of(ours, 'rss') / 1e6,
      floor: of(floors, 'rss') / 1e6,
      floorIs,
    }),
  ]
}

interface Run {
  imported: number
  ms: number
  rss: number
  whole: number
}

async function start(ground: Ground, [entry = '', url]: string[]): Promise<Run> {
  const script = path.join(import.meta.dirname, 'cold-start.mjs')
  const began = performance.now()
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, pathToFileURL(entry).href, ...(url ? [url] : [])],
    { env: { PATH: process.env['PATH'], ...functionEnvironment(ground) } },
  )
  const whole = performance.now() - began
  const run = stdout.split('\n').find((line) => line.startsWith('{"imported"'))
  if (run === undefined) throw new Error(`${script} said nothing of its run: ${stdout}`)
  return { ...(JSON.parse(run) as Omit<Run, 'whole'>), whole }
}
