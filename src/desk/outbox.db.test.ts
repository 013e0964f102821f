import { beforeEach, describe, expect, it } from 'vitest'
import { switchMails } from '#db/queries/mail-off.ts'
import { insertMails, setMailFailed, setMailRefused, setMailSent } from '#db/queries/outbox.ts'
import { mailOf } from '#mail/mails.ts'
import { addressHash } from '#mail/off-switch.ts'
import { insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { runCommand, takingMailer, testSession, ended } from '#testing/desk-session.ts'
import { setRows } from '#testing/rows.ts'

const database = testDatabase()
const { sent, mailer } = takingMailer()

beforeEach(async () => {
  await database.db.deleteFrom('outbox').execute()
  sent.splice(0)
})

const run = (...argv: string[]) =>
  runCommand(database.db, argv, {
    backend: { ...testSession(database.db).backend, mailer: async () => mailer },
  })

const decided = mailOf('withdrawal', {
  name: 'Acme',
  reason: 'No.',
  submit_url: 'https://x.example/',
})

async function write(listing: { id: string; submitter_email?: string | null | undefined }) {
  const to_email = listing.submitter_email!
  const mail = { ...decided, product_id: listing.id, to_email }
  return (await insertMails(database.db, [mail]))[0]!
}

async function listed() {
  const { values } = await run('outbox')
  return (values[0] as { mails: { id: string; state: string }[] }).mails
}

const auditOf = (action: string) =>
  database.db.selectFrom('audit').select(['actor', 'detail']).where('action', '=', action).execute()

describe('an address that bounced later', () => {
  it('gets nothing more once an editor says so, shows in the queue and beside its submission', async () => {
    const listing = await insertPending(database.db)
    const first = await write(listing)
    await setMailSent(database.db, first)
    expect((await run('queue')).text).not.toContain('could not be delivered')

    const address = listing.submitter_email!.toUpperCase()
    const { code, text } = await run('outbox', '--refused', address, '--as', 'ada')
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining(address) })
    expect(await run('revise', listing.slug, '--notes', 'Say more.')).toMatchObject({
      code: 0,
      text: expect.stringContaining('was not sent: its address takes no mails.'),
    })
    expect(sent).toEqual([])

    expect((await listed()).map(({ id, state }) => [id, state])).toEqual([
      [first, 'refused'],
      [expect.any(String), 'refused'],
    ])
    expect((await run('queue')).text).toContain('2 mails could not be delivered')
    expect((await run('show', listing.slug)).text).toContain('takes no mails')
    // Addresses are not kept where nothing is ever deleted.
    expect(await auditOf('refuse-address')).toEqual([{ actor: 'ada', detail: { mail: first } }])
  })

  it('gets mails again with --off, and what was held up meanwhile', async () => {
    const listing = await insertPending(database.db)
    await setMailSent(database.db, await write(listing))
    await run('outbox', '--refused', listing.submitter_email!)
    await run('revise', listing.slug, '--notes', 'Say more.')
    expect(await run('outbox', '--refused', listing.submitter_email!, '--off')).toMatchObject(
      ended(0, 'accepted'),
    )
    const [held] = await listed()
    expect(held).toMatchObject({ state: 'waiting' })
    expect(await run('outbox', '--retry', held!.id)).toMatchObject({ code: 0 })
    expect(sent).toMatchObject([{ to: listing.submitter_email }])
    expect(await listed()).toEqual([])
  })

  it('is marked, or unmarked, only when the editor says yes', async () => {
    const listing = await insertPending(database.db)
    await setMailSent(database.db, await write(listing))
    const address = listing.submitter_email!
    const declined = { code: 1, values: [{ outcome: 'declined' }] }
    const refusing = { confirm: () => Promise.resolve(false) }
    const mark = ['outbox', '--refused', address]
    expect(await runCommand(database.db, mark, refusing)).toMatchObject(declined)
    expect((await run('show', listing.slug)).text).not.toContain('takes no mails')
    expect((await run(...mark, '--yes')).asked).toEqual([
      `Send nothing more to ${address}? Mails to it that wait are held back.`,
    ])
    expect(await runCommand(database.db, [...mark, '--off'], refusing)).toMatchObject(declined)
    expect((await run('show', listing.slug)).text).toContain('takes no mails')
  })

  it('that nobody ever wrote to changes nothing', async () => {
    for (const more of [[], ['--off']])
      expect(await run('outbox', '--refused', 'nobody@x.example', ...more)).toMatchObject(
        ended(1, 'unknown'),
      )
    expect(await listed()).toEqual([])
  })
})

it('an editor learns that mails to the address are off', async () => {
  const listing = await insertPending(database.db)
  const off = { secret: 'a secret of at least 32 characters', link: () => 'https://x.example/off' }
  const hash = addressHash(off, listing.submitter_email!)
  await switchMails(database.db, { hash, isOff: true, at: new Date() })
  const backend = { ...testSession(database.db).backend, mailer: async () => ({ ...mailer, off }) }
  const argv = ['revise', listing.slug, '--notes', 'Say more.']
  expect(await runCommand(database.db, argv, { backend })).toMatchObject({
    text: expect.stringContaining('was not sent: mails to its address are off.'),
  })
  expect(await listed()).toEqual([])
})

describe('the list of mails that were not delivered', () => {
  it('tells refused, given up and waiting apart, and no fields of a mail', async () => {
    const listing = await insertPending(database.db)
    const [refused, waiting, givenUp] = [
      await write(listing),
      await write(listing),
      await write(listing),
    ]
    await setMailRefused(database.db, refused, '550 no such user')
    await setMailFailed(database.db, waiting, '451 try later')
    await database.db.updateTable('outbox').set({ attempts: 8 }).where('id', '=', givenUp).execute()
    const mails = await listed()
    expect(mails.map(({ id, state }) => [id, state])).toEqual([
      [refused, 'refused'],
      [waiting, 'waiting'],
      [givenUp, 'given_up'],
    ])
    expect(JSON.stringify(mails)).not.toContain('submit_url')
  })

  it('is silent about an address that its owner has changed since, or that took a mail since', async () => {
    const changed = await insertPending(database.db)
    await setMailRefused(database.db, await write(changed), '550 no such user')
    await setRows(database.db, 'products', { id: changed.id }, { submitter_email: 'new@x.example' })
    const good = await insertPending(database.db)
    const bounced = await write(good)
    await setMailSent(database.db, bounced)
    await setMailRefused(database.db, bounced, '550 bounced')
    expect((await listed()).map(({ id }) => id)).toEqual([bounced])
    await setMailSent(database.db, await write(good))
    expect(await listed()).toEqual([])
  })
})
