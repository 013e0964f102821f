// A fault of `trial faults`: what is done to a served build, and what it must withstand.
import type { Db } from '#db/connect.ts'
import type { Client } from '../client.ts'
import type { Environment } from './test-environment.ts'

export interface Fault {
  name: string
  /** A text is the reason why this machine cannot make the fault happen. */
  run: (environment: Environment) => Promise<Outcome | string>
}

export type Outcome = ReturnType<Client['report']> & {
  /** Must all be in `db`, or in the database of the environment. */
  acknowledged: Client['acknowledged']
  db?: Db
  recovery: string
}

/** The answers of a client so far as an outcome, with what else is wrong. */
export function outcomeOf(client: Client, recovery: string, wrong: readonly string[] = []) {
  const { acknowledged, report } = client
  const reported = report()
  return { ...reported, acknowledged, wrong: [...reported.wrong, ...wrong], recovery }
}

/** A service that a fault takes away for a while. */
export interface Outage {
  settings?: Record<string, string>
  begin: () => unknown
  end: () => unknown
  /** Waits until the service under test uses it again. Default: until it accepts a submission */
  recovered?: (client: Client) => Promise<string>
}

/** The fault that a service is away while readers and submitters go on. */
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
