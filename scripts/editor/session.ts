import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Config } from '../../src/config.ts'
import { cleanText } from '../../src/contract/text.ts'
import { addresses } from '../../src/core/addresses.ts'
import type { Builder, Door } from '../../src/editorial/aftermath.ts'
import { hookFile } from '../../src/hosting/local-host.ts'
import { ownSecret } from '../../src/hosting/own-secret.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { createMailer } from '../mailer.ts'
import type { Values } from './arguments.ts'
import { confirm } from './confirm.ts'

/** What every command has: the way in for decisions, who decides, and how to speak. */
export interface Session {
  door: Door
  to: ReturnType<typeof addresses>
  /** Who decides, for the audit. */
  actor: string
  /** Who is published as having verified a claim: nobody's login name. */
  verifier: string
  values: Values
  print: (value: object, text: string) => void
  /** Says what will be done and asks. */
  confirm: (sentence: string) => Promise<boolean>
}

/** Opens what a command needs, and closes it whatever happens. */
export async function withSession<T>(
  config: Config,
  values: Values,
  run: (session: Session) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(config)
  try {
    const hook = await localHook(config)
    const to = addresses(
      config.SITE_URL ?? `http://localhost:${hook ? new URL(hook).port : config.PORT}`,
    )
    return await run({
      door: {
        db: database.db,
        mailer: () => createMailer(config, { to, secret: secretOf(config) }),
        builder: builderOf(config, database.role === 'owner' ? undefined : hook),
      },
      to,
      actor: values.as ?? os.userInfo().username,
      verifier: cleanText(values.as ?? '') || 'Proofstack editors',
      values,
      print: (value, text) => console.log(values.json ? JSON.stringify(value, null, 2) : text),
      confirm: (sentence) => (values.yes ? Promise.resolve(true) : confirm(sentence)),
    })
  } finally {
    await database.close()
  }
}

// A database elsewhere belongs to a service elsewhere, which has a secret of its own.
function secretOf(config: Config): string | undefined {
  if (config.SERVICE_SECRET || config.DATABASE_URL) return config.SERVICE_SECRET
  return ownSecret(path.resolve(config.DATA_DIR, 'secret'))
}

function builderOf(config: Config, hook: string | undefined): Builder {
  if (config.REBUILD_HOOK_URL) return { kind: 'hook', url: config.REBUILD_HOOK_URL }
  return hook ? { kind: 'server', url: hook } : { kind: 'none' }
}

function localHook(config: Config): Promise<string | undefined> {
  return readFile(hookFile(path.resolve(config.DATA_DIR)), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  )
}
