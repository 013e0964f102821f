// A fault of `trial faults`: what it does to a running service, and how the service must react.
import type { Db } from '#db/connect.ts'
import type { Client } from '../client.ts'
import type { Environment } from './test-environment.ts'

export interface Fault {
  name: string
  /** Causes the fault, or returns a sentence on why this machine cannot cause it. */
  run: (environment: Environment) => Promise<Outcome | string>
}

export type Outcome = ReturnType<Client['report']> & {
  /** Submissions that must be in `db`, or without one in the database of the environment. */
  acknowledged: Client['acknowledged']
  db?: Db
  recovery: string
}

/** An outcome from the answers that a client has recorded, and from other problems in `wrong`. */
export function outcomeOf(client: Client, recovery: string, wrong: readonly string[] = []) {
  const { acknowledged, report } = client
  const reported = report()
  return { ...reported, acknowledged, wrong: [...reported.wrong, ...wrong], recovery }
}

/** A service, such as Redis, that is unavailable from `begin` to `end`. */
export interface Outage {
  settings?: Record<string, string>
  begin: () => unknown
  end: () => unknown
  /** Waits until the tested service has recovered. Default: until it accepts a submission. */
  recovered?: (client: Client) => Promise<string>
}

/** Makes a fault from an outage: clients read and submit before, during and after it. */
export function outage(name: string, prepare: (of: Environment) => Promise<Outage>): Fault {
  return {
    name,
    run: async (environment) => {
      const { settings, begin, end, recovered } = await prepare(environment)
      const { client } = await environment.serve(settings)
      await client.mixed()
      client.forget()
      let isOver = false
      const endOnce = async () => {
        if (!isOver) await end()
        isOver = true
      }
      environment.after(endOnce)
      await begin()
      await client.mixed()
      await client.mixed()
      const outcome = outcomeOf(client, '')
      await endOnce()
      return { ...outcome, recovery: await (recovered?.(client) ?? client.recovered()) }
    },
  }
}
