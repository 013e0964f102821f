import { z } from 'zod'
import { type AddressPlace, type AddressRows, countAddress } from '#db/queries/personal-data.ts'
import { eraseAddress } from '#editorial/erase-address.ts'
import type { Command } from './session.ts'
import { deciding } from '#authoring/options.ts'
import { declined, done } from './tell.ts'
import { onOneLine } from '#authoring/terminal-text.ts'

export const erase: Command = {
  about: 'erase the e-mail address of a person from every table, for good',
  more: `--dry-run counts the rows that hold it. Listings of the address stay, without an owner: withdraw what is to go.
Names on a listing are changed with edit. That mails to it are off stays, as a hash. Backups keep the address until
they are replaced.`,
  takes: '<email>',
  options: ['dryRun', ...deciding],
  check: ([email = '']) =>
    z.email().safeParse(email).success
      ? undefined
      : `${JSON.stringify(email)} is not an e-mail address.`,
  run: async (session, [email = '']) => {
    const { backend, actor, values } = session
    const found = await countAddress(backend.db, email)
    if (Object.keys(found).length === 0)
      return done(session, { outcome: 'unchanged', rows: {} }, 'No table holds this address.')
    if (values.dryRun)
      return done(session, { outcome: 'counted', rows: found }, `It stands in:\n${lines(found)}`)
    const question = `Erase ${onOneLine(email)} for good? It stands in:\n${lines(found)}\nNothing brings it back.`
    if (!(await session.confirm(question))) return declined(session, onOneLine(email))
    const rows = await eraseAddress(backend.db, { email, actor })
    return done(session, { outcome: 'erased', rows }, `Erased from:\n${lines(rows)}`)
  },
}

/** What the rows of each table are, and what erasing does with them. */
const words: Record<AddressPlace, string> = {
  manage_tokens: 'manage links, which open nothing any more',
  owner_claims: 'confirmations of an owner, deleted',
  claims: 'claims of ownership, deleted',
  reports: 'reports of wrong facts, which lose it',
  outbox: 'mails to it, sent or waiting, deleted',
  idempotency_keys: 'kept answers to a submission, deleted',
  proposals: 'proposed changes that name it, which lose it',
  audit: 'lines of the history that name it, which lose it',
  products: 'submissions, which stay without an owner',
}

function lines(rows: AddressRows): string {
  return Object.entries(rows)
    .map(([table, count]) => `${String(count).padStart(5)}  ${words[table as AddressPlace]}`)
    .join('\n')
}
