import { buildFaults } from './faults/build.ts'
import { databaseFaults } from './faults/database.ts'
import type { Fault, NotTried, Outcome } from './faults/fault.ts'
import { openGround } from './faults/ground.ts'
import { hostFaults } from './faults/host.ts'
import { lostOf } from './faults/lost.ts'
import { mailFaults } from './faults/mail.ts'
import { storeFaults } from './faults/store.ts'
import { versionFaults } from './faults/versions.ts'

const all: Fault[] = [
  ...databaseFaults,
  ...storeFaults,
  ...mailFaults,
  ...hostFaults,
  ...buildFaults,
  ...versionFaults,
]

/** What a row of the table says. */
interface Row {
  fault: string
  saw: string
  slowest: string
  lost: string
  back: string
  isRight: boolean
}

/**
 * Makes each fault happen to a served build, one after the other, and returns a row for each. `only`
 * holds beginnings of names, in the order in which they are wanted.
 */
export async function faults(only: readonly string[], say: (line: string) => void): Promise<Row[]> {
  const chosen =
    only.length === 0
      ? all
      : only.flatMap((beginning) => all.filter(({ name }) => name.startsWith(beginning)))
  if (chosen.length === 0)
    throw new Error(`There are: ${all.map(({ name }) => name.replace(/ \(.*/, '')).join(', ')}`)
  say('Starting a Postgres and making the build …')
  const { ground, endFault, close } = await openGround()
  const rows: Row[] = []
  try {
    for (const fault of chosen) {
      say(`${fault.name} …`)
      const row = await inTime(fault, fault.run(ground)).then(
        async (outcome) => rowOf(fault.name, outcome, async (them) => lostOf(ground.db, them)),
        (error: Error): Row => failed(fault.name, error.message),
      )
      rows.push(row)
      say(`  ${row.saw} | ${row.slowest} | ${row.lost} | ${row.back}`)
      await endFault()
    }
    return rows
  } finally {
    await close()
  }
}

/** The table in Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  return [
    '| fault | what callers saw | at most, ms | lost | how it came back |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ fault, saw, slowest, lost, back }) =>
        `| ${[fault, saw, slowest, lost, back].map(cell).join(' | ')} |`,
    ),
  ].join('\n')
}

async function inTime<T>({ most = 60 }: Fault, running: Promise<T>): Promise<T> {
  // What comes after the time belongs to nobody any more.
  running.catch(() => {})
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${most} s`)), most * 1000)
  })
  return Promise.race([running, late]).finally(() => clearTimeout(timer))
}

async function rowOf(
  fault: string,
  outcome: Outcome | NotTried,
  lostOf: (them: Outcome['acknowledged']) => Promise<string[]>,
): Promise<Row> {
  if ('notTried' in outcome)
    return {
      fault,
      saw: `not tried: ${outcome.notTried}`,
      slowest: '',
      lost: '',
      back: '',
      isRight: true,
    }
  const { saw, slowest, acknowledged, wrong, back, found = 0 } = outcome
  // What was sent again is the same.
  const taken = [...new Map(acknowledged.map((each) => [each.slug, each])).values()]
  const lost = taken.length > 0 ? await lostOf(taken) : []
  return {
    fault,
    saw: wrong.length > 0 ? `${saw}; WRONG: ${wrong.join('; ')}` : saw,
    slowest: slowest === null ? '' : String(slowest),
    lost:
      lost.length > 0
        ? `LOST: ${lost.join(', ')}`
        : taken.length + found > 0
          ? `nothing of ${taken.length + found}`
          : 'nothing',
    back,
    isRight: lost.length + wrong.length === 0,
  }
}

function failed(fault: string, why: string): Row {
  return { fault, saw: `FAILED: ${why}`, slowest: '', lost: 'unknown', back: '', isRight: false }
}
