import { fork } from 'node:child_process'
import path from 'node:path'
import { type Figure, type Part, figure, median, rounded } from './figure.ts'
import type { Call } from './http-client.ts'
import type { LoadResult, LoadTask } from './load.ts'

const rounds = 3
export const connections = 20

/** One side of a comparison: what is asked, and of whom. */
export interface Side {
  url: string
  calls: Call[]
}

export interface Client {
  load: (task: LoadTask) => Promise<LoadResult>
  close: () => void
}

/** Starts the process that asks. It is one for the whole run, warm like what it asks. */
export function startClient(): Client {
  const child = fork(path.join(import.meta.dirname, 'load.ts'))
  return {
    load: (task) =>
      new Promise((resolve, reject) => {
        const failed = () => reject(new Error('the client process ended'))
        child.once('exit', failed)
        child.once('message', (result) => {
          child.off('exit', failed)
          // The child is ./load.ts, which answers nothing else.
          resolve(result as LoadResult)
        })
        child.send(task)
      }),
    close: () => child.disconnect(),
  }
}

/**
 * Asks both sides in turns, so that the machine's other load meets both, and gives the median
 * rounds as a ratio.
 */
export async function compareRates(
  client: Client,
  what: { part: Part; name: string; seconds: number; floorIs: string },
  side: Side,
  floor: Side,
): Promise<Figure> {
  const { seconds, ...named } = what
  const ask = (of: Side, length: number) =>
    client.load({ ...of, connections, seconds: length, wanted: 200 })
  await ask(side, seconds / 4)
  await ask(floor, seconds / 4)
  const ours: LoadResult[] = []
  const floors: LoadResult[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await ask(side, seconds))
    floors.push(await ask(floor, seconds))
  }
  const rates = (of: LoadResult[]) => of.map(({ perSecond }) => perSecond)
  const middle = (of: LoadResult[], key: 'p50' | 'p99') =>
    rounded(median(of.map((result) => result[key])))
  const strange = ours.flatMap((result) => Object.entries(result.strange))
  return figure({
    ...named,
    unit: '/s',
    value: median(rates(ours)),
    floor: median(rates(floors)),
    more: {
      best: rounded(Math.max(...rates(ours))),
      'p50 ms': middle(ours, 'p50'),
      'p99 ms': middle(ours, 'p99'),
      'floor best': rounded(Math.max(...rates(floors))),
      'floor p50 ms': middle(floors, 'p50'),
      'floor p99 ms': middle(floors, 'p99'),
      ...(strange.length > 0 ? { strange: JSON.stringify(Object.fromEntries(strange)) } : {}),
    },
  })
}
