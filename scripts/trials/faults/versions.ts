import { spawnSync } from 'node:child_process'
import { mkdir, realpath, symlink } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { databaseUrl } from '#testing/database-template.ts'
import { request, runScript, startService } from '#testing/service.ts'
import { callerOf } from './caller.ts'
import { type Fault, outcomeOf } from './fault.ts'
import type { Ground } from './ground.ts'
import { lostOf } from './lost.ts'
import { connect } from '#db/connect.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** Code from before the last migrations. */
const oldCommit = 'ef3b492'

async function oldCheckout(folder: string): Promise<string | undefined> {
  const checkout = path.join(folder, 'checkout')
  await mkdir(checkout)
  const command = `git archive ${oldCommit} | tar -x -C "$0"`
  const made = spawnSync('sh', ['-c', command, checkout], { cwd: root, encoding: 'utf8' })
  if (made.status !== 0 || made.stderr !== '') return undefined
  await symlink(
    await realpath(path.join(root, 'node_modules')),
    path.join(checkout, 'node_modules'),
  )
  return checkout
}

async function newDatabase({ db, databaseUrl: url }: Ground): Promise<string> {
  await sql`drop database if exists versions with (force)`.execute(db)
  await sql`create database versions`.execute(db)
  return databaseUrl(url, 'versions')
}

/** A deploy: the servers of before are there while the database is brought up to date. */
export const versionFaults: Fault[] = [
  {
    name: `old code on a new schema, and new code on an old one (${oldCommit})`,
    most: 300,
    run: async (ground) => {
      const folder = await ground.folder('versions')
      const checkout = await oldCheckout(folder)
      if (!checkout) return { notTried: `this checkout does not have the commit ${oldCommit}` }
      const environment = { DATABASE_URL: await newDatabase(ground) }
      const old = await startService({
        checkout,
        dataDir: path.join(folder, 'old'),
        environment,
      })
      ground.after(() => old.stop('SIGKILL'))
      const caller = callerOf(old.url)
      // New code does not serve before the database is migrated, and says what to do.
      const dataDir = path.join(folder, 'new')
      const refused = await startService({ args: ['--built'], dataDir, environment }).then(
        async (service) => {
          await service.stop()
          return 'it serves'
        },
        (error: Error) => error.message.split('\n').at(-2) ?? '',
      )
      const migrated = await runScript('migrate.ts', [], { dataDir, environment })
      await caller.mixed()
      const fresh = await ground.serve(environment)
      await fresh.caller.mixed()
      const { slug, email } = caller.acknowledged[0] ?? { slug: '', email: '' }
      const found = await request(
        `${fresh.url}/api/v1/products/${slug}?email=${encodeURIComponent(email)}`,
      )
      await caller.mixed()
      const acknowledged = [...caller.acknowledged, ...fresh.caller.acknowledged]
      const db = connect(environment.DATABASE_URL, { max: 1, onError: () => {} })
      const lost = await lostOf(db, acknowledged)
      await db.destroy()
      const back = `migrate said: ${migrated.stdout.trim().split('\n').join(' ')} Then both serve; what the old one took is ${found.status} at the new`
      const whole = outcomeOf(caller, {
        wrong: [
          ...(refused.includes('Run: npm run migrate') ? [] : [`refused with: ${refused}`]),
          ...(migrated.code === 0 ? [] : [`migrate: ${migrated.stderr}`]),
          ...(found.status === 200 ? [] : ['what the old one took is unknown to the new']),
          ...(lost.length > 0 ? [`lost: ${lost.join(', ')}`] : []),
          ...(acknowledged.length === 9 ? [] : [`${acknowledged.length} of 9 were taken`]),
        ],
        back,
      })
      return {
        ...whole,
        // They are in a database of this fault, which was asked.
        acknowledged: [],
        found: acknowledged.length - lost.length,
        saw: `new before the migration: "${refused}"; old after it: ${whole.saw}; new after it: ${fresh.caller.saw()}`,
        slowest: Math.max(whole.slowest!, fresh.caller.slowest()),
      }
    },
  },
]
