// `trial faults`: causes one fault after another around a running service. No acknowledged
// submission may be lost, no answer may be empty or take longer than 10.5 s, and the service must
// recover.
import { setTimeout as sleep } from 'node:timers/promises'
import { tableOf } from '../figures.ts'
import { lostOf } from './database-checks.ts'
import { databaseFaults } from './faults/database.ts'
import type { Fault, Outcome } from './faults/fault.ts'
import { hostFaults } from './faults/host.ts'
import { serviceFaults } from './faults/services.ts'
import { type Environment, openEnvironment } from './faults/test-environment.ts'

const all: Fault[] = [...databaseFaults, ...serviceFaults, ...hostFaults]

const maxFaultMs = 400_000

/** Runs the faults whose names begin with one of the texts in `only`, or all if `only` is empty. */
export async function faults(only: readonly string[]) {
  const chosen = all.filter(
    ({ name }) => only.length === 0 || only.some((beginning) => name.startsWith(beginning)),
  )
  if (chosen.length === 0) throw new Error(`The faults: ${all.map(({ name }) => name).join(', ')}`)
  console.error('Starting a Postgres and building …')
  const environment = await openEnvironment()
  const rows: string[][] = []
  try {
    for (const fault of chosen) {
      console.error(`${fault.name} …`)
      const outcome = withinTime(fault, environment)
      const cells = await outcome
        .then((its) => cellsOf(environment, its))
        .catch((error: Error) => [`WRONG: ${error.message}`])
      rows.push([fault.name, ...cells])
      await environment.endFault()
    }
  } finally {
    await environment.close()
  }
  const table = tableOf(['fault', 'answers', 'slowest', 'lost', 'recovery'], rows)
  return { table, isRight: !/WRONG|LOST/.test(table) }
}

async function withinTime({ run }: Fault, environment: Environment) {
  const late = sleep(maxFaultMs, undefined, { ref: false }).then(() => {
    throw new Error(`not over after ${maxFaultMs / 1000} s`)
  })
  return Promise.race([run(environment), late])
}

async function cellsOf({ db }: Environment, outcome: Outcome | string): Promise<string[]> {
  if (typeof outcome === 'string') return [`not tried: ${outcome}`]
  const { answers, slowestMs, wrong, recovery } = outcome
  // Removes duplicates: a submission that was repeated is acknowledged twice.
  const acknowledged = [...new Map(outcome.acknowledged.map((one) => [one.slug, one])).values()]
  const lost = await lostOf(outcome.db ?? db, acknowledged)
  return [
    wrong.length > 0 ? `${answers}; WRONG: ${wrong.join('; ')}` : answers,
    `${slowestMs} ms`,
    lost.length > 0 ? `LOST: ${lost.join(', ')}` : `0 of ${acknowledged.length}`,
    recovery,
  ]
}
