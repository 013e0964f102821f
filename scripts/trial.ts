import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startService } from '../src/testing/service.ts'
import { residentBytes } from './bench/process-tree.ts'
import { run } from './run.ts'
import { clients, installMakers } from './trials/clients.ts'
import { faults, tableOf } from './trials/faults.ts'
import { fuzz } from './trials/fuzz.ts'
import { kills } from './trials/kills.ts'
import { proofTrial } from './trials/proof.ts'
import { soak } from './trials/soak.ts'

/** What a service has to stand, each on one of its own, in a folder that goes afterwards. */
const trials = {
  fuzz: async (dataDir: string, { requests = '20000', seed = '1' }) => {
    const service = await startService({ dataDir })
    try {
      const { answered, wrong } = await fuzz(`${service.url}/api/v1`, {
        requests: Number(requests),
        seed: Number(seed),
      })
      console.table(answered)
      for (const { request, status, problems } of wrong.slice(0, 20))
        console.log(status, problems.join('; '), JSON.stringify(request).slice(0, 600))
      console.log(`${requests} requests of seed ${seed}: ${wrong.length} wrong answers`)
      return wrong.length === 0
    } finally {
      await service.stop()
    }
  },
  soak: async (dataDir: string, { seconds = '60', connections = '200' }) => {
    const service = await startService({ dataDir })
    try {
      const soaked = await soak(service.url, {
        seconds: Number(seconds),
        connections: Number(connections),
        memory: () => residentBytes(service.child.pid!),
      })
      console.log(JSON.stringify(soaked, null, 2))
      return Object.keys(soaked.answered).every((status) => ['200', '201'].includes(status))
    } finally {
      await service.stop()
    }
  },
  kills: async (dataDir: string, { rounds = '20' }) => {
    const killed = await kills({ dataDir }, Number(rounds))
    console.log(JSON.stringify(killed, null, 2))
    return killed.lost.length === 0
  },
  clients: async (dataDir: string) => {
    const folder = path.join(dataDir, 'clients')
    const [service] = await Promise.all([startService({ dataDir }), installMakers(folder)])
    try {
      const rows = await clients(`${service.url}/api/v1`, folder)
      console.table(rows.map(({ problem: _, ...row }) => row))
      for (const { maker, problem } of rows) if (problem) console.log(`${maker}: ${problem}`)
      return rows.every(({ problem }) => problem === '')
    } finally {
      await service.stop()
    }
  },
  faults: async (_dataDir: string, { only = '' }) => {
    const names = only.split(',').flatMap((name) => name.trim() || [])
    const rows = await faults(names, (line) => console.error(line))
    console.log(tableOf(rows))
    return rows.every(({ isRight }) => isRight)
  },
  proof: async (_dataDir: string, { data = '', mirrors = '' }) => {
    if (data === '' || mirrors === '')
      throw new Error('npm run trial -- proof --data <judged rows> --mirrors <bare repositories>')
    const { missed, ...sums } = await proofTrial({ data, mirrors })
    console.log(missed.join('\n'))
    console.table(sums)
    return sums.flagged === sums.wrong && sums.named === sums.lines
  },
} as const satisfies Record<string, (dataDir: string, options: Options) => Promise<boolean>>

type Options = Partial<
  Record<
    'requests' | 'seed' | 'seconds' | 'connections' | 'rounds' | 'only' | 'data' | 'mirrors',
    string
  >
>

await run(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      requests: { type: 'string' },
      seed: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
      rounds: { type: 'string' },
      only: { type: 'string' },
      data: { type: 'string' },
      mirrors: { type: 'string' },
    },
  })
  const [name = ''] = positionals
  if (!Object.hasOwn(trials, name))
    throw new Error(`npm run trial -- ${Object.keys(trials).join(' | ')}`)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'proofstack-trial-'))
  try {
    return (await trials[name as keyof typeof trials](dataDir, values)) ? 0 : 1
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
