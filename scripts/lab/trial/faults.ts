// `trial faults`: causes one fault after another around a running service. No acknowledged
// submission may be lost, no answer may be empty or take longer than 10.5 s, and the service must
// recover.
import { markdownTable } from '#exports/markdown.ts'
import { lostOf } from './database-checks.ts'
import { faultsByName } from './each-fault.ts'
import { openEnvironment } from './environment.ts'

/** Causes the faults whose names begin with one of the texts in `only`, or all if it is empty. */
export async function faults(only: readonly string[]) {
  const all = Object.entries(faultsByName)
  const chosen = all.filter(([name]) => only.length === 0 || only.some((it) => name.startsWith(it)))
  if (chosen.length === 0) throw new Error(`The faults: ${all.map(([name]) => name).join(', ')}`)
  const environment = await openEnvironment()
  const rows: string[][] = []
  try {
    console.error('Building …')
    await environment.build()
    for (const [name, run] of chosen) {
      console.error(`${name} …`)
      try {
        const { answers, slowestMs, wrong, recovery, acknowledged } = await run(environment)
        wrong.push(...(await lostOf(environment.db, acknowledged)).map((it) => `LOST: ${it}`))
        const said = [answers, ...wrong.map((each) => `WRONG: ${each}`)].join('; ')
        rows.push([name, said, `${slowestMs} ms`, `${acknowledged.length}`, recovery])
      } catch (error) {
        rows.push([name, `WRONG: ${(error as Error).message}`, '', '', ''])
      }
      await environment.endFault()
    }
  } finally {
    await environment.close()
  }
  const table = markdownTable(['fault', 'answers', 'slowest', 'acknowledged', 'recovery'], rows)
  return { table, isRight: !table.includes('WRONG') }
}
