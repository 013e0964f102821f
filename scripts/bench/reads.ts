import { type Figure, figure } from './figure.ts'
import { afterSelect, record, serveFloor } from './floor.ts'
import type { RecordedAnswer } from './floor-function.ts'
import type { Ground } from './ground.ts'
import { type ReadCase, readCases } from './read-cases.ts'
import { residentBytes } from './process-tree.ts'
import { type Client, compareRates } from './rounds.ts'
import type { Served } from './serve.ts'

/** How many answers a second each read gives, and how many the same bytes by heart. */
export async function measureReads(
  ground: Ground,
  given: { served: Served; site: string; client: Client; seconds: number; named: string },
): Promise<Figure[]> {
  const { served, site, client, seconds, named } = given
  const cases = (await readCases(ground, site)).filter(({ name }) => name.includes(named))
  const answers = new Map<ReadCase, RecordedAnswer[]>()
  for (const read of cases) {
    const recorded: RecordedAnswer[] = []
    for (const call of read.calls) recorded.push(await record(served.url, call))
    answers.set(read, recorded)
  }
  const floor = await serveFloor(ground, [...answers.values()].flat())
  const figures: Figure[] = []
  try {
    for (const read of cases) {
      ground.say(read.name)
      const { name, calls, asksDatabase = false } = read
      const strange = answers.get(read)!.find(({ status }) => status !== 200)
      if (calls.length === 0 || strange) {
        const why = strange ? `${strange.key} answered ${strange.status}` : 'there is none'
        figures.push(figure({ part: 'reads', name, unit: '/s', value: null, more: { why } }))
        continue
      }
      const floorIs = asksDatabase ? 'select 1, then the same bytes' : 'the same bytes'
      const what = { part: 'reads', name, seconds, floorIs } as const
      const floorCalls = asksDatabase ? calls.map(afterSelect) : calls
      const ours = { url: served.url, calls }
      figures.push(await compareRates(client, what, ours, { url: floor.url, calls: floorCalls }))
    }
    const [ours, least] = [residentBytes(served.pid), residentBytes(floor.pid)]
    figures.push(
      figure({
        part: 'reads',
        name: 'memory of the server after these',
        unit: 'MB',
        value: ours && ours / 1e6,
        floor: least && least / 1e6,
        floorIs: 'a server of the same bytes',
      }),
    )
  } finally {
    await floor.stop()
  }
  return figures
}
