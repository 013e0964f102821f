import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startService } from '#testing/service.ts'
import { residentBytes } from './bench/process-tree.ts'
import { Misuse, run } from '#command.ts'
import { clients, installMakers } from './trials/clients.ts'
import { faults, tableOf } from './trials/faults.ts'
import { fuzz } from './trials/fuzz.ts'
import { kills } from './trials/kills.ts'
import { proofTrial } from './trials/proof.ts'
import { isLevel, soak } from './trials/soak.ts'

/** From so long a soak on, memory must be level at its end. */
const warmAfterSeconds = 300

/** What a service has to stand, each on one of its own, in a folder that goes afterwards. */
const trials = {
  fuzz: async (dataDir: string, { requests = '20000', seed = '1' }) => {
    const service = await startService({ dataDir })
    try {
      const { answered, wrong } = await fuzz(service.url, {
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
      const isAnswered = Object.keys(soaked.answered).every((status) =>
        ['200', '201'].includes(status),
      )
      // A process that has just begun still fills its caches.
      return isAnswered && (soaked.seconds < warmAfterSeconds || isLevel(soaked.memory))
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
    const { missed, halves, ...sums } = await proofTrial({ data, mirrors })
    console.log(missed.join('\n'))
    console.table(sums)
    console.table(halves)
    return sums.flagged === sums.wrong && sums.named === sums.lines
  },
} as const satisfies Record<string, (dataDir: string, options: Options) => Promise<boolean>>

const help = `Makes a service stand what may come. Each trial has a service of its own, and ends with 1 if one
of its promises did not hold.

  npm run trial -- fuzz     [--requests 20000] [--seed 1]
  npm run trial -- kills    [--rounds 20]
  npm run trial -- soak     [--seconds 60] [--connections 200]
  npm run trial -- faults   [--only NAME,NAME]
  npm run trial -- clients
  npm run trial -- proof    --data FOLDER --mirrors FOLDER

fuzz     requests made up for every operation, page, form and MCP tool; no answer may be a 500, and
         those of the API must be what the served OpenAPI document says
kills    kill -9 in the middle of submissions, and all that was acknowledged asked for
soak     reads and submissions from many clients; rates, times, and memory over time, which must be
         level at the end of five minutes and more
faults   database, store, mail, hook, disk, clock, host and build fail, one after the other: half an hour.
         It needs Debian's postgresql, redis-server and pgbouncer, and wants libfaketime (LIBFAKETIME
         names the library where it lies elsewhere), a mountable tmpfs and the whole history of git
clients  clients of five makers, made from the served document and compiled strictly
proof    listings with a judged stack, checked against mirrors of their repositories`

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
      help: { type: 'boolean', short: 'h' },
    },
  })
  const { help: isHelpWanted, ...options } = values
  if (isHelpWanted) return void console.log(help)
  const [name = ''] = positionals
  if (!Object.hasOwn(trials, name)) throw new Misuse(help)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'proofstack-trial-'))
  try {
    return (await trials[name as keyof typeof trials](dataDir, options)) ? 0 : 1
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
