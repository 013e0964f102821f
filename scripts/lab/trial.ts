// `npm run trial`: tests the service during failures. Each trial has a new service.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Misuse, run, typedArguments } from '#command.ts'
import { startService } from '#testing/service.ts'
import { faults } from './trial/faults.ts'
import { fuzz } from './trial/fuzz.ts'
import { kills } from './trial/kills.ts'

const usage = `Tests a service, prints a table, and ends with 1 if a promise is broken.

  npm run trial -- fuzz [--requests 20000] [--seed 1]
      generated requests to every operation of API and ARD, page, form and MCP tool: counts the answers of 500
  npm run trial -- kills [--rounds 20]
      kill -9 during submissions and approvals: counts the acknowledged writes that are lost
  npm run trial -- faults [--only NAME,NAME]
      database, rate-limit store and machine fail: nothing is lost, and answers take 10.5 s at
      most. Needs Debian's postgresql and redis-server; takes five minutes`

await run(async () => {
  const { positionals, values } = typedArguments(usage, {
    allowPositionals: true,
    options: {
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '20' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return void console.log(usage)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'proofstack-trial-'))
  const trials = {
    fuzz: async () => {
      const service = await startService({ dataDir, environment: { LOG_LEVEL: 'error' } })
      const fuzzing = fuzz(service, Number(values.requests), Number(values.seed))
      return fuzzing.finally(() => service.stop())
    },
    kills: () => kills(dataDir, Number(values.rounds)),
    faults: () => faults(values.only.split(',').filter(Boolean)),
  }
  const [name = ''] = positionals
  try {
    if (!Object.hasOwn(trials, name)) throw new Misuse(usage)
    const { table, isRight } = await trials[name as keyof typeof trials]()
    console.log(table)
    return isRight ? 0 : 1
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
