// `npm run trial`: tests the service under load and during failures. Each trial has a new service.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Service, startService } from '#testing/service.ts'
import { Misuse, run, typedArguments } from '#command.ts'
import { faults } from './trial/faults.ts'
import { fuzz } from './trial/fuzz.ts'
import { kills } from './trial/kills.ts'
import { soak } from './trial/soak.ts'

const usage = `Tests a service under load or failures, prints a table, and ends with 1 if a promise is broken.

  npm run trial -- fuzz [--requests 20000] [--seed 1]
      generated requests to every operation, page, form and MCP tool: no answer is a 500, and those
      of the API are as the OpenAPI document describes them
  npm run trial -- kills [--rounds 20]
      kill -9 during submissions and approvals: nothing acknowledged is lost
  npm run trial -- soak [--seconds 60] [--connections 200]
      reads and submissions from many clients: rates, times, and memory, which must be level in a
      soak of five minutes or more
  npm run trial -- faults [--only NAME,NAME]
      database, rate-limit store, mail, build and disk fail: nothing is lost, and answers take
      10.5 s at most. Needs Debian's postgresql, redis-server and pgbouncer, and for the full disk
      the right to mount a tmpfs; takes a quarter of an hour`

await run(async () => {
  const { positionals, values } = typedArguments(usage, {
    allowPositionals: true,
    options: {
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '20' },
      seconds: { type: 'string', default: '60' },
      connections: { type: 'string', default: '200' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return void console.log(usage)
  const { requests, seed, rounds, seconds, connections, only } = values
  const trials = {
    fuzz: onService((service) => fuzz(service, Number(requests), Number(seed))),
    kills: (dataDir: string) => kills(dataDir, Number(rounds)),
    soak: onService((service) => soak(service, Number(seconds), Number(connections))),
    faults: () => faults(only.split(',').filter(Boolean)),
  }
  const [name = ''] = positionals
  if (!Object.hasOwn(trials, name)) throw new Misuse(usage)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'proofstack-trial-'))
  try {
    const { table, isRight } = await trials[name as keyof typeof trials](dataDir)
    console.log(table)
    return isRight ? 0 : 1
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

function onService<T>(trial: (service: Service) => Promise<T>) {
  return async (dataDir: string) => {
    const service = await startService({ dataDir, environment: { LOG_LEVEL: 'error' } })
    return trial(service).finally(() => service.stop())
  }
}
