// Faults of the machine: a killed build, a full disk, a shutdown under load.
import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '#db/connect.ts'
import { request } from '#testing/service.ts'
import { startPostgres } from '../../../postgres.ts'
import { approve } from '../../approve.ts'
import { until } from '../client.ts'
import { slowDatabase } from './database.ts'
import { type Fault, outcomeOf } from './fault.ts'

export const hostFaults: Fault[] = [
  {
    name: 'build failing (kill -9 of astro build)',
    run: async ({ serve, databaseUrl }) => {
      const service = await serve({}, [])
      const { client, url, dataDir, child, printed } = service
      // The first build includes the changes that earlier faults made to the database.
      await until('the first build', () => printed().includes('Ready: '), 180)
      await client.submit()
      const before = await request(`${url}/products`)
      const { slug } = client.acknowledged[0]!
      await approve(slug, dataDir, { DATABASE_URL: databaseUrl })
      // Finds the process `astro build`, a child of the service.
      const astro = () =>
        spawnSync('/usr/bin/pgrep', ['-P', String(child.pid), '-f', 'astro']).stdout
      await until('astro build runs', () => astro().length > 0, 60)
      await sleep(1_000)
      process.kill(Number(astro()), 'SIGKILL')
      await until('the failure is logged', () => printed().includes('The rebuild failed'))
      await client.mixed()
      const after = await request(`${url}/products`)
      const { status, build } = await healthOf(url)
      const outcome = outcomeOf(client, '', [
        ...(after.text === before.text ? [] : ['the page has changed']),
        ...(status === 'degraded' && build.last_failure ? [] : ['health does not report it']),
      ])
      const isPublic = () => printed().includes('The new build is public.')
      const took = await until('the next build', isPublic, 200)
      return { ...outcome, recovery: `by itself; the next build is public after ${took}` }
    },
  },
  {
    name: 'disk full (Postgres and mails on a full tmpfs)',
    run: async ({ folder, postgres, after, serve }) => {
      const disk = await folder('disk')
      const options = ['-t', 'tmpfs', '-o', 'size=300m,mode=755', 'tmpfs', disk]
      if (spawnSync('/usr/bin/mount', options).status !== 0)
        return 'this user may not mount a tmpfs'
      after(() => spawnSync('/usr/bin/umount', ['-l', disk]))
      after(postgres.start)
      await postgres.stop()
      const cluster = path.join(disk, 'postgres')
      await cp(postgres.folder, cluster, { recursive: true, preserveTimestamps: true })
      spawnSync('chown', ['-R', '--reference', path.join(postgres.folder, 'data'), cluster])
      await chmod(path.join(cluster, 'data'), 0o700)
      const own = await startPostgres(cluster)
      after(own.stop)
      const mailDir = path.join(disk, 'mail')
      await mkdir(mailDir)
      const { client, url } = await serve({ DATABASE_URL: own.url, MAIL_DIR: mailDir })
      await client.submit()
      client.forget()
      const filler = path.join(disk, 'filler')
      // `dd` writes until the disk is full.
      spawnSync('/usr/bin/dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'])
      // Repeats, because Postgres first uses the free space inside its own files.
      const isRefused = async () => (await client.submit()) === '503'
      await until('a submission is refused', isRefused, 90)
      await client.mixed()
      const isUnready = async () => (await request(`${url}/api/ready`)).status === 503
      await until('the service is not ready', isUnready)
      const { status, problems } = await healthOf(url)
      const isReported = status === 'degraded' && problems.some((text) => text.includes('disk'))
      const outcome = outcomeOf(client, '', isReported ? [] : ['health does not report it'])
      await rm(filler)
      const recovery = `${await client.recovered()}, once there is room`
      const db = connect(own.url, { max: 1, onError: () => {} })
      after(() => db.destroy())
      return { ...outcome, db, recovery }
    },
  },
  {
    name: 'SIGTERM under load, with a slow database (100 ms each way)',
    run: async (environment) => {
      const { client, stop } = await environment.serve(await slowDatabase(environment, 100))
      let isOver = false
      const readers = Array.from({ length: 50 }, async () => {
        while (!isOver) await client.get('read', '/products')
      })
      await sleep(1_000)
      const submitters = Array.from({ length: 10 }, () => client.submit())
      await sleep(500)
      isOver = true
      const began = performance.now()
      const code = await stop()
      const took = Math.round(performance.now() - began)
      await Promise.all([...readers, ...submitters])
      const isWhole = /^read 200 ×\d+; submit 201 ×10$/.test(client.report().answers)
      return outcomeOf(client, `ended with ${code} after ${took} ms`, [
        ...(code === 0 ? [] : [`it ended with ${code}`]),
        ...(isWhole ? [] : ['a request from before the signal was not answered']),
      ])
    },
  },
]

async function healthOf(url: string) {
  const health = await request(`${url}/api/health`)
  return health.json() as {
    status: string
    problems: string[]
    build: { last_failure: string | null }
  }
}
