import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { chmod, cp, mkdir, open, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { freePort, request } from '#testing/service.ts'
import { startPostgres } from '../../postgres.ts'
import { type Fault, type Outcome, outcomeOf, sleep, until } from './fault.ts'
import { lostOf } from './lost.ts'
import { slowWayTo } from './slow-way.ts'
import { connect } from '#db/connect.ts'

interface Health {
  status: string
  problems: string[]
  build: { last_failure: string | null }
}

/** Where Debian puts it; LIBFAKETIME names another place. */
const fakeTime = process.env['LIBFAKETIME'] ?? '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

const [mount, unmount] = ['/usr/bin/mount', '/usr/bin/umount']

/** What can happen to the machine, to a build, and to who is called for one. */
export const hostFaults: Fault[] = [
  {
    name: 'hook down (nobody listens)',
    most: 120,
    run: async ({ serve, editor, db }) => {
      const port = await freePort()
      const hook = { REBUILD_HOOK_URL: `http://127.0.0.1:${port}/` }
      const service = await serve(hook)
      const { caller } = service
      await caller.submit()
      const { slug } = caller.acknowledged[0]!
      const approved = await editor(['approve', slug, '--yes'], service, hook)
      await caller.mixed()
      await caller.ask('approved listing', `/api/v1/products/${slug}`)
      const whole = outcomeOf(caller, {
        wrong: approved.code === 0 ? [] : [`approve ended with ${approved.code}`],
        back: '',
      })
      const called = new Promise<void>((resolve) => {
        const listener = createServer((_, response) => {
          response.end('{}')
          resolve()
          listener.close()
        }).listen(port, '127.0.0.1')
      })
      const began = performance.now()
      await called
      const took = ((performance.now() - began) / 1000).toFixed(1)
      await until(
        'the row is done',
        async () => {
          const rows = await db
            .selectFrom('rebuilds')
            .select('id')
            .where('done_at', 'is', null)
            .where('failed_at', 'is', null)
            .execute()
          return rows.length === 0
        },
        5,
      )
      return { ...whole, back: `by itself; the hook is called ${took} s after it listens` }
    },
  },
  {
    name: 'build failing (kill -9 of astro build)',
    most: 300,
    run: async ({ serve, editor }) => {
      const service = await serve({}, [])
      const { caller, url, child, printed } = service
      // What earlier faults changed is built first.
      await until('the first build', async () => /Ready: /.test(printed()), 120)
      await caller.submit()
      const { slug } = caller.acknowledged[0]!
      const before = await request(`${url}/products`)
      await editor(['approve', slug, '--yes'], service)
      let astro: number | undefined
      await until(
        'astro build runs',
        async () => (astro = childOf(child.pid!, 'astro')) !== undefined,
        60,
      )
      await sleep(1_000)
      process.kill(astro!, 'SIGKILL')
      await until('its failure is said', async () => printed().includes('The rebuild failed'), 20)
      await caller.mixed()
      const after = await request(`${url}/products`)
      const health = (await request(`${url}/api/health`)).json() as Health
      const wrong = [
        ...(after.text === before.text ? [] : ['the page is another one']),
        ...(health.status === 'degraded' && health.build.last_failure
          ? []
          : [`health does not say so: ${JSON.stringify(health)}`]),
      ]
      const whole = outcomeOf(caller, { wrong, back: '' })
      const took = await until(
        'the next build',
        async () => printed().includes('The new build is public.'),
        150,
      )
      const { status } = (await request(`${url}/api/health`)).json() as Health
      return {
        ...whole,
        saw: `${whole.saw}; the site as it was, health degraded with last_failure`,
        back: `by itself; the next try is public after ${took}, health ${status}`,
      }
    },
  },
  {
    name: 'disk full (Postgres and mails on a full tmpfs)',
    most: 90,
    run: async ({ folder, postgres, after, serve }) => {
      const disk = await folder('disk')
      const mounted = spawnSync(mount, ['-t', 'tmpfs', '-o', 'size=300m,mode=755', 'tmpfs', disk])
      if (mounted.status !== 0) return { notTried: 'this user may not mount a tmpfs' }
      after(() => spawnSync(unmount, ['-l', disk]))
      await postgres.stop()
      after(postgres.start)
      const kept = path.join(disk, 'postgres')
      await cp(postgres.folder, kept, { recursive: true, preserveTimestamps: true })
      spawnSync('chown', ['-R', '--reference', path.join(postgres.folder, 'data'), kept])
      await chmod(path.join(kept, 'data'), 0o700)
      await postgres.start()
      const own = await startPostgres(kept)
      let isRunning = true
      after(() => isRunning && own.stop())
      const mailDir = path.join(disk, 'mail')
      await mkdir(mailDir)
      const { caller, url } = await serve({ DATABASE_URL: own.url, MAIL_DIR: mailDir })
      await caller.submit()
      caller.forget()
      const filler = path.join(disk, 'filler')
      const file = await open(filler, 'w')
      const megabyte = Buffer.alloc(2 ** 20)
      // To the last page: a write of more than what is left is refused or cut short.
      for (let isFull = false; !isFull;)
        isFull = await file.write(megabyte).then(
          () => false,
          () => true,
        )
      await file.close()
      let taken = 0
      while (taken < 300 && (await caller.submit()) === '201') taken++
      await caller.mixed()
      const red = await until(
        'health is red',
        async () => (await request(`${url}/api/ready`)).status === 503,
        20,
      )
      const { status, problems } = (await request(`${url}/api/health`)).json() as Health
      const isSaid = status === 'degraded' && problems.some((text) => /disk/.test(text))
      const whole = outcomeOf(caller, {
        wrong: isSaid ? [] : [`health does not say so: ${status}, ${problems.join(' ')}`],
        back: '',
      })
      await rm(filler)
      const back = await caller.comesBack()
      const db = connect(own.url, { max: 1, onError: () => {} })
      const lost = await lostOf(db, caller.acknowledged)
      await db.destroy()
      await own.stop()
      isRunning = false
      const outcome: Outcome = {
        ...whole,
        // They are in that database, which was asked.
        acknowledged: [],
        wrong: [...whole.wrong, ...lost.map((slug) => `lost: ${slug}`)],
        found: caller.acknowledged.length - lost.length,
        saw: `${whole.saw}; health is red after ${red}`,
        back: `${back}, once there is room`,
      }
      return outcome
    },
  },
  {
    name: 'clock stepping (libfaketime: +1 day, −1 day)',
    run: async ({ folder, serve }) => {
      if (!existsSync(fakeTime)) return { notTried: `there is no ${fakeTime}` }
      const offset = path.join(await folder('clock'), 'offset')
      await writeFile(offset, '+0')
      const { caller, url } = await serve({
        LD_PRELOAD: fakeTime,
        FAKETIME_TIMESTAMP_FILE: offset,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        READ_LIMITS: 'on',
      })
      const wrong: string[] = []
      await caller.mixed()
      for (const step of ['+1d', '-1d', '+0']) {
        await writeFile(offset, step)
        await caller.mixed()
        // Node writes the same date for a second.
        await sleep(1_500)
        const { headers } = await request(`${url}/api/ready`)
        const ahead = Math.round((Date.parse(headers.date!) - Date.now()) / 86_400_000)
        if (ahead !== Number.parseInt(step, 10)) wrong.push(`the clock did not step: ${ahead} days`)
      }
      return outcomeOf(caller, { wrong, back: 'nothing to come back from' })
    },
  },
  {
    name: 'two servers on one DATABASE_URL',
    run: async ({ serve, editor }) => {
      const one = await serve()
      const two = await serve()
      await Promise.all(
        [one, two].flatMap(({ caller }) => Array.from({ length: 5 }, () => caller.submit())),
      )
      const { slug } = one.caller.acknowledged[0]!
      const approved = await editor(['approve', slug, '--yes'], one)
      const shown = async ({ url }: { url: string }) =>
        until(
          'it is shown',
          async () => (await request(`${url}/api/v1/products/${slug}`)).status === 200,
          10,
        )
      const [first, second] = await Promise.all([shown(one), shown(two)])
      const isLate = Math.max(Number.parseFloat(first), Number.parseFloat(second)) > 5
      const both = outcomeOf(one.caller, {
        wrong: [
          ...(approved.code === 0 ? [] : [`approve ended with ${approved.code}`]),
          ...(isLate ? ['later than 5 s'] : []),
        ],
        back: `one approval: shown by the one after ${first}, by the other after ${second}`,
      })
      return {
        ...both,
        saw: `one: ${both.saw}; other: ${two.caller.saw()}`,
        slowest: Math.max(both.slowest!, two.caller.slowest()),
        acknowledged: [...one.caller.acknowledged, ...two.caller.acknowledged],
      }
    },
  },
  {
    name: 'SIGTERM under load (50 clients)',
    run: async ({ serve }) => {
      const { caller, stop } = await serve()
      let isOver = false
      const paths = ['/products', '/api/v1/search?q=browser', '/api/v1/lookup?url=n8n.io']
      const clients = Array.from({ length: 50 }, async (_, index) => {
        for (let turn = index; !isOver; turn++) {
          const outcome =
            turn % 10 === 9
              ? await caller.submit()
              : await caller.ask('read', paths[turn % paths.length]!)
          if (outcome === 'ECONNREFUSED') return
        }
      })
      await sleep(3_000)
      const began = performance.now()
      const code = await stop()
      const took = Math.round(performance.now() - began)
      isOver = true
      await Promise.all(clients)
      const told = caller.saw()
      const cut = /ECONNRESET|aborted|hang up/.test(told)
      const again = await serve()
      const back = await again.caller.comesBack()
      return outcomeOf(caller, {
        wrong: [
          ...(code === 0 ? [] : [`it ended with ${code}`]),
          ...(cut ? ['an answer was cut off'] : []),
        ],
        back: `ended by itself with 0 after ${took} ms; the next: ${back}`,
      })
    },
  },
  {
    name: 'SIGTERM while the database is slow (300 ms each way)',
    run: async ({ serve, databaseUrl, after }) => {
      const way = await slowWayTo(databaseUrl, 300)
      after(way.close)
      const { caller, stop } = await serve({ DATABASE_URL: way.url })
      // Enough for two rounds of its five connections.
      const sent = Promise.all(Array.from({ length: 10 }, () => caller.submit()))
      await sleep(500)
      const began = performance.now()
      const code = await stop()
      const took = Math.round(performance.now() - began)
      await sent
      const cut = /ECONNRESET|aborted|hang up/.test(caller.saw())
      return outcomeOf(caller, {
        wrong: [
          ...(code === 0 ? [] : [`it ended with ${code}`]),
          ...(cut ? ['an answer was cut off'] : []),
        ],
        back: `ended by itself with 0 after ${took} ms`,
      })
    },
  },
]

/** A process that came from this one whose command line has the word. */
function childOf(ancestor: number, word: string): number | undefined {
  for (const task of readdirSync(`/proc/${ancestor}/task`)) {
    const children = readFileSync(`/proc/${ancestor}/task/${task}/children`, 'utf8')
    for (const pid of children.split(' ').map(Number))
      if (pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)) return pid
  }
  return undefined
}
