import { Misuse, run, sentenceOf, typedArguments } from '#command.ts'
import { type Config, readConfig } from '#config.ts'
import { redacted } from '#contract/redacted.ts'
import { openMigrated } from '#db/connection/open-database.ts'
import { probeWrite } from '#db/connection/probe.ts'
import { missingNeeds } from '#platform.ts'
import { readSettings } from '#settings.ts'

const help = `Checks the settings of a deployment from this machine: those that are missing, the database with one write, and the address of the site.

  npm run doctor -- [--env FILE] [--host]

--env   the file of settings (default: .env, if it is there); the environment goes before it
--host  a host of your own, which needs neither hook, cron, pooler nor store

Exit codes: 0 nothing failed, 1 something failed, 2 wrong use.`

await run(async () => {
  const { values } = typedArguments(`\n${help}`, {
    options: {
      env: { type: 'string' },
      host: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return void console.log(help)
  const settings = await readSettings(values.env, process.env).catch((error: Error) => {
    throw new Misuse(`${error.message}\n\n${help}`)
  })
  const config = readConfig(settings)
  const missing = (level: 'required' | 'recommended') =>
    missingNeeds(values.host ? 'host' : 'production', level, settings)
  const failures = [
    ...missing('required'),
    ...(await problemOf(database(config))),
    ...(await problemOf(site(config))),
  ]
  for (const sentence of failures) console.log(`failed   ${sentence}`)
  for (const sentence of missing('recommended')) console.log(`warning  ${sentence}`)
  if (failures.length > 0) return 1
  console.log('ok       The database is migrated and takes a write, and the site answers.')
  return 0
})
// Exits explicitly: an open connection to a database that hangs would keep this process running.
process.exit()

/** Waits for a check for ten seconds. The text of an error may have a password in an address. */
async function problemOf(check: Promise<void>): Promise<string[]> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('A check did not end within 10 s.')), 10_000).unref(),
  )
  return Promise.race([check, late]).then(
    () => [],
    (error: unknown) => [redacted(sentenceOf(error))],
  )
}

/** As `npm run serve` opens its database, with a write as /api/health makes it. */
async function database({ DATABASE_URL: url }: Config): Promise<void> {
  // Without one, the missing setting is named already.
  if (!url) return
  const { db } = await openMigrated(url)
  const failure = await probeWrite(db)
  if (failure) throw new Error(`The database takes no write (${failure}).`)
}

async function site({ SITE_URL: url }: Config): Promise<void> {
  if (!url) return
  const answer = await fetch(`${url}/api/v1`, { redirect: 'manual' }).catch(() => undefined)
  if (answer?.status !== 200)
    throw new Error(`${url}/api/v1 answers ${answer?.status ?? 'nothing'}: compare SITE_URL.`)
}
