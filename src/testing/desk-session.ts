import path from 'node:path'
import { readTopicSlugs } from '#content-files/check-file.ts'
import { readCodeHosts } from '#content-files/load.ts'
import { addresses } from '#core/addresses.ts'
import type { Db } from '#db/connection/connect.ts'
import { compileMail } from '#mail/compile.ts'
import type { Mailer } from '#mail/deliver.ts'
import { readArguments } from '#authoring/arguments.ts'
import { withHint } from '#authoring/file-session.ts'
import { commands } from '#desk/commands.ts'
import { findSubmitted } from '#desk/find-submitted.ts'
import type { LocalSession } from '#desk/session.ts'

/** A mail provider that accepts every mail and stores it in `sent`. */
export function takingMailer() {
  const sent: { to: string; subject: string; text: string }[] = []
  const mailer: Mailer = {
    transport: {
      send: (message) => {
        sent.push(message)
        return Promise.resolve(true)
      },
    },
    template: compileMail,
    from: 'editors@directory.example',
    log: () => {},
  }
  return { sent, mailer }
}

/** A backend of a test's database, and the mails that it sent. */
export function takingBackend(db: Db) {
  const { sent, mailer } = takingMailer()
  return { sent, backend: { db, mailer: async () => mailer, builder: { kind: 'none' } } as const }
}

/** What `runCommand` says of a command that printed one value, with this outcome. */
export function ended(code: number, outcome: string, more: object = {}) {
  return { code, values: [{ outcome, ...more }] }
}

/**
 * A session of an editor on a test's database. Without a terminal: it confirms every question,
 * unless `more` says otherwise.
 */
export function testSession(db: Db, more: Partial<LocalSession> = {}): LocalSession {
  const root = path.resolve(import.meta.dirname, '../..')
  return {
    root,
    backend: { db, mailer: async () => takingMailer().mailer, builder: { kind: 'none' } },
    where: null,
    leavesMails: false,
    to: addresses('https://directory.example'),
    actor: 'ada',
    mailDelayMinutes: 0,
    verifier: 'Ada',
    reader: async () => 'Ada',
    now: () => new Date(),
    reasons: {},
    codeHosts: () => readCodeHosts(root),
    topicSlugs: () => readTopicSlugs(root),
    // Tests call no website: every request fails.
    look: async () => ({ kind: 'failed', reason: 'Nobody answers.' }),
    gitHubToken: async () => undefined,
    reach: { isAway: () => false, findAway: async () => false },
    values: {},
    findSubmitted: (slug) => findSubmitted(db, slug),
    print: () => {},
    confirm: () => Promise.resolve(true),
    ...more,
  }
}

/** Runs an editor's command in this process. Returns its output and the questions that it asked. */
export async function runCommand(
  db: Db,
  argv: readonly string[],
  more: Partial<LocalSession> = {},
) {
  const read = readArguments<LocalSession>(argv, commands)
  if (read.kind !== 'run') throw new Error(`wrong use in a test: ${JSON.stringify(read)}`)
  const printed: { value: object; text: string }[] = []
  const asked: string[] = []
  const session = testSession(db, {
    values: read.values,
    ...(read.values.as === undefined ? {} : { actor: read.values.as, verifier: read.values.as }),
    print: (value, text, hint) => void printed.push({ value, text: withHint(text, hint) }),
    confirm: (sentence) => {
      asked.push(sentence)
      return Promise.resolve(true)
    },
    ...more,
  })
  const code = await read.command.run(session, read.words)
  return {
    code,
    asked,
    values: printed.map(({ value }) => value),
    text: printed.map(({ text }) => text).join('\n'),
  }
}
