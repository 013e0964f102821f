import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { validSubmission } from '#testing/api.ts'
import { freePort } from '#testing/service.ts'
import { startPgbouncer } from '../../pgbouncer.ts'
import { type Fault, outcomeOf, sleep } from './fault.ts'
import { lostOf, standingOf } from './lost.ts'
import { slowWayTo } from './slow-way.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** What can happen to the database, and to what lies before it. */
export const databaseFaults: Fault[] = [
  {
    name: 'database stopped',
    run: async ({ serve, postgres, after }) => {
      const { caller } = await serve()
      await caller.submit()
      caller.forget()
      after(postgres.start)
      await postgres.stop()
      await caller.mixed()
      await caller.mixed()
      const whole = outcomeOf(caller, { back: '' })
      await postgres.start()
      return { ...whole, back: await caller.comesBack() }
    },
  },
  {
    name: 'database frozen (SIGSTOP)',
    run: async ({ serve, postgres, after }) => {
      const { caller } = await serve()
      await caller.submit()
      caller.forget()
      after(postgres.thaw)
      postgres.freeze()
      await caller.mixed()
      await caller.mixed()
      const whole = outcomeOf(caller, { back: '' })
      postgres.thaw()
      return { ...whole, back: await caller.comesBack() }
    },
  },
  {
    name: 'database slow (300 ms each way)',
    run: async ({ serve, databaseUrl, after }) => {
      const way = await slowWayTo(databaseUrl, 300)
      after(way.close)
      const { caller } = await serve({ DATABASE_URL: way.url })
      await caller.mixed()
      await caller.mixed()
      return outcomeOf(caller, { back: 'nothing to come back from' })
    },
  },
  {
    name: 'database killed mid-submit (kill -9, 20 at once)',
    run: async ({ serve, postgres, databaseUrl, after, db }) => {
      // Each word takes 20 ms either way, so that some are under way when it ends.
      const way = await slowWayTo(databaseUrl, 20)
      after(way.close)
      const { caller } = await serve({ DATABASE_URL: way.url })
      await caller.submit()
      caller.forget()
      const bodies = Array.from({ length: 20 }, () => ({
        body: validSubmission(),
        key: randomUUID(),
      }))
      after(postgres.start)
      const before = caller.acknowledged.length
      const written = async () => {
        const urls = bodies.map(({ body }) => body.url)
        const rows = await db.selectFrom('products').select('id').where('url', 'in', urls).execute()
        return rows.length
      }
      const sent = Promise.all(bodies.map((each) => caller.submit(each)))
      // Not by what was answered: that comes after the mail, when most are written.
      while ((await written()) < 6) await sleep(5)
      await postgres.kill()
      await sent
      const taken = caller.acknowledged.length - before
      const whole = outcomeOf(caller, { back: '' })
      await postgres.start()
      const back = await caller.comesBack()
      // Before anything is sent again, which would write anew what was lost.
      const lost = await lostOf(db, caller.acknowledged)
      // Whoever was refused cannot know whether it was written, and sends the same again.
      const again: string[] = []
      for (const each of bodies) again.push(await caller.submit(each))
      const rows = await written()
      const wrong = [
        ...lost.map((slug) => `lost: ${slug}`),
        ...again.filter((status) => status !== '201').map((status) => `sent again: ${status}`),
        ...(rows === 20 ? [] : [`${rows} rows of 20 submissions`]),
      ]
      return {
        ...whole,
        wrong: [...whole.wrong, ...wrong],
        back: `${back}; all 20 sent again with their Idempotency-Key: ${rows} rows (${taken} were acknowledged before)`,
      }
    },
  },
  {
    name: "editor's command killed mid-decision (kill -9, 10 times)",
    most: 180,
    run: async ({ serve, databaseUrl, after, db, editor }) => {
      const service = await serve()
      const { caller, dataDir } = service
      for (let count = 0; count < 11; count++) await caller.submit()
      caller.forget()
      // So that the transaction lasts long enough to be met: each word takes 50 ms either way.
      const way = await slowWayTo(databaseUrl, 50)
      after(way.close)
      const environment = {
        DATABASE_URL: way.url,
        SITE_URL: 'http://localhost:4321',
        MAIL_DIR: path.join(dataDir, 'mail'),
        DATA_DIR: dataDir,
      }
      const slugs = caller.acknowledged.map(({ slug }) => slug)
      const began = performance.now()
      const [measured, ...others] = slugs
      const first = await editor(['approve', measured!, '--yes'], service, environment)
      const takes = performance.now() - began
      const wrong = first.code === 0 ? [] : [`approve ended with ${first.code}: ${first.stderr}`]
      const stood = { pending: 0, approved: 0, half: 0 }
      for (const [index, slug] of others.entries()) {
        const child = spawn(
          process.execPath,
          [path.join(root, 'scripts/editor.ts'), 'approve', slug, '--yes'],
          { cwd: root, env: { PATH: process.env['PATH'], ...environment }, stdio: 'ignore' },
        )
        const ended = new Promise((resolve) => child.once('close', resolve))
        await Promise.race([ended, sleep(takes * (0.35 + 0.065 * index))])
        child.kill('SIGKILL')
        await ended
        await caller.ask('page', '/products')
        // The server hears of it through the slow way, and what was begun is rolled back.
        await sleep(300)
        const standing = await standingOf(db, slug)
        stood[standing]++
        if (standing === 'half') wrong.push(`half decided: ${slug}`)
      }
      return outcomeOf(caller, {
        wrong,
        back: `${stood.pending} pending with nothing written, ${stood.approved} approved with mail, changelog and audit, ${stood.half} half`,
      })
    },
  },
  {
    name: 'pooler away (pgbouncer stopped)',
    run: async ({ serve, databaseUrl, after }) => {
      const port = await freePort()
      let pooler = await startPgbouncer(databaseUrl, port)
      let isRunning = true
      after(() => isRunning && pooler.stop())
      const { caller } = await serve({ DATABASE_URL: pooler.url })
      await caller.submit()
      caller.forget()
      await pooler.stop()
      isRunning = false
      await caller.mixed()
      await caller.mixed()
      const whole = outcomeOf(caller, { back: '' })
      pooler = await startPgbouncer(databaseUrl, port)
      isRunning = true
      return { ...whole, back: await caller.comesBack() }
    },
  },
]
