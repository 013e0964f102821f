import { readdir } from 'node:fs/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import PostalMime from 'postal-mime'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertMails, takeMails } from '#db/queries/outbox.ts'
import { testDatabase } from '#testing/database.ts'
import { type MailSink, mailSink, refusal } from '#testing/mail-sink.ts'
import { testMailer } from '#testing/mailer.ts'
import { setRows } from '#testing/rows.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { type Mailer, deliverAfterCommit, deliverDueMails, deliverMails } from './deliver.ts'
import { mailOf } from './mails.ts'
import { offToken } from './off-switch.ts'
import { type Transport, fileTransport, smtpTransport } from './transport.ts'

const database = testDatabase()

let sink: MailSink
let logged: string[]
let mailer: Mailer

beforeEach(async () => {
  await database.db.deleteFrom('outbox').execute()
  sink = await mailSink()
  logged = []
  mailer = testMailer(smtpTransport(sink.url).send, {
    replyTo: 'Editors <desk@proofstack.example>',
    log: (message) => logged.push(message),
  })
})

afterEach(() => sink.close())

function insert(name = 'Letter Answerer', to_email = 'ada@example.com') {
  const mail = mailOf('receipt', {
    name,
    review_status_url: 'https://directory.example/api/v1/products/x?email=ada%40example.com',
  })
  return insertMails(database.db, [{ ...mail, product_id: null, to_email }])
}

// As old as mails whose sender died.
const makeDue = () => setRows(database.db, 'outbox', {}, { next_attempt_at: new Date(0) })

function find(id: string) {
  return database.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

describe('a mail that the provider takes', () => {
  it('arrives complete, is reported as accepted, and is never sent again', async () => {
    const [id] = await insert('Ünïcode & <Co>')
    expect(await deliverMails(database.db, mailer, [id!])).toEqual([
      { id, kind: 'receipt', outcome: 'sent', delivered: true, accepted: true },
    ])
    expect(sink.received).toMatchObject([
      { from: 'editors@proofstack.example', to: ['ada@example.com'] },
    ])
    const mail = await PostalMime.parse(sink.received[0]!.source)
    expect(mail).toMatchObject({
      subject: 'We received your submission',
      from: { name: 'Proofstack', address: 'editors@proofstack.example' },
      to: [{ address: 'ada@example.com' }],
    })
    expect(mail.text).toContain('submitting Ünïcode & <Co> to Proofstack')
    expect(mail.html).toContain('Ünïcode &amp; &lt;Co&gt;')
    expect(await find(id!)).toMatchObject({
      sent_at: expect.any(Date),
      payload: {},
      last_error: null,
      attempts: 1,
    })
    expect(await deliverMails(database.db, mailer, [id!])).toEqual([])
    expect(await deliverDueMails(database.db, mailer)).toMatchObject({ delivered: 0 })
    expect(sink.received).toHaveLength(1)
    expect(logged).toEqual([])
  })
})

describe('every mail', () => {
  const headersOf = async () => {
    const { headers, replyTo } = await PostalMime.parse(sink.received.at(-1)!.source)
    return { replyTo, ...Object.fromEntries(headers.map(({ key, value }) => [key, value])) }
  }

  it('has headers for automatic mail, replies, and the end of mails to the address', async () => {
    await deliverMails(database.db, mailer, await insert())
    const token = offToken(mailer.off!, 'ada@example.com')
    const link = `https://directory.example/mail-off?token=${token}`
    expect(await headersOf()).toMatchObject({
      replyTo: [{ name: 'Editors', address: 'desk@proofstack.example' }],
      'auto-submitted': 'auto-generated',
      'list-unsubscribe': `<${link}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    })
    const { text, html } = await PostalMime.parse(sink.received[0]!.source)
    expect(text).toContain(`No more mails to this address:\n${link}`)
    expect(html).toContain(`<a href="${link}"`)
  })

  it('has its sender as the reply address by default, and one-click unsubscription over https alone', async () => {
    const { replyTo: _, ...rest } = mailer
    const off = {
      ...mailer.off!,
      link: (token: string) => `http://localhost:4321/x?token=${token}`,
    }
    await deliverMails(database.db, { ...rest, off }, await insert())
    const headers = await headersOf()
    expect(headers.replyTo).toEqual([{ name: 'Proofstack', address: 'editors@proofstack.example' }])
    expect(headers).toHaveProperty('list-unsubscribe')
    expect(headers).not.toHaveProperty('list-unsubscribe-post')
  })
})

describe('the mail of a decision', () => {
  /** Commits a mail and sends it, as a decision does. */
  async function decide(transport: Transport) {
    const mail = { ...mailOf('withdrawal', decided), product_id: null, to_email: 'ada@example.com' }
    const ids = await database.db.transaction().execute((trx) => insertMails(trx, [mail]))
    const deliveries = await deliverAfterCommit(database.db, { ...mailer, transport }, ids)
    const { created_at, sent_at } = await find(ids[0]!)
    return { deliveries, tookMs: sent_at!.getTime() - created_at.getTime() }
  }
  const decided = { name: 'Acme', reason: 'No.', submit_url: 'https://directory.example/submit' }

  it('has left within a second where a provider is set', async () => {
    const { deliveries, tookMs } = await decide(mailer.transport)
    expect(deliveries).toMatchObject([{ kind: 'withdrawal', outcome: 'sent', accepted: true }])
    expect(sink.received).toHaveLength(1)
    expect(tookMs).toBeLessThan(1000)
  })

  it('has left within a second where mails are files', async () => {
    const folder = temporaryFolder()
    const { deliveries, tookMs } = await decide(fileTransport(folder))
    expect(deliveries).toMatchObject([{ kind: 'withdrawal', outcome: 'sent', accepted: false }])
    expect(await readdir(folder)).toEqual([`outbox-${deliveries[0]!.id}-withdrawal.eml`])
    expect(tookMs).toBeLessThan(1000)
  })
})

describe('a mail that the provider refuses for good', () => {
  it('is not tried again, keeps the reason, and the log line holds no address', async () => {
    sink.answers = { recipient: refusal(550, 'no mailbox <ada@example.com> here') }
    const [id] = await insert()
    expect(await deliverMails(database.db, mailer, [id!])).toMatchObject([
      { id, kind: 'receipt', outcome: 'refused', delivered: false, accepted: false },
    ])
    expect(await find(id!)).toMatchObject({
      refused_at: expect.any(Date),
      sent_at: null,
      locked_until: null,
      last_error: expect.stringContaining('550'),
    })
    expect(logged).toEqual([
      expect.stringContaining(`mail ${id} (receipt) was not sent, and is not tried again: `),
    ])
    const logs = [...logged, (await find(id!)).last_error].join()
    expect(logs).toContain('550')
    expect(logs).not.toMatch(/ada|example\.com/)
    sink.answers = {}
    await makeDue()
    expect(await deliverDueMails(database.db, mailer)).toMatchObject({ delivered: 0 })
    expect(sink.received).toEqual([])
  })
})

describe('a mail that the provider does not take', () => {
  it.each([
    {
      when: 'the recipient is refused for now',
      answer: { recipient: refusal(451, 'greylisted ada@example.com, try later') },
      code: '451',
    },
    {
      when: 'the message is refused for good',
      answer: { message: refusal(550, 'spam for ada@example.com') },
      code: '550',
    },
    {
      when: 'the message is refused for now',
      answer: { message: refusal(451, 'disk full for ada@example.com') },
      code: '451',
    },
  ])(
    'stays due with the reason when $when, and the log line holds no address',
    async ({ answer, code }) => {
      sink.answers = answer
      const [id] = await insert()
      expect(await deliverMails(database.db, mailer, [id!])).toEqual([
        { id, kind: 'receipt', outcome: 'failed', delivered: false, accepted: false },
      ])
      const row = await find(id!)
      expect(row).toMatchObject({
        sent_at: null,
        locked_until: null,
        attempts: 1,
        payload: { name: 'Letter Answerer' },
      })
      expect(row.last_error).toContain(code)
      expect(row.next_attempt_at.getTime()).toBeGreaterThan(row.created_at.getTime())
      expect(logged).toHaveLength(1)
      expect(logged[0]).toContain(`mail ${id} (receipt) was not sent, attempt 1: `)
      expect(logged[0]).toContain(code)
      expect(logged[0]).not.toMatch(/ada|example\.com/)

      // The provider accepts mails again.
      sink.answers = {}
      expect(await deliverMails(database.db, mailer, [id!])).toMatchObject([
        { delivered: true, accepted: true },
      ])
      expect(sink.received).toHaveLength(1)
    },
  )

  it('stays due with the reason when the provider is unreachable', async () => {
    await sink.close()
    const [id] = await insert()
    expect(await deliverMails(database.db, mailer, [id!])).toMatchObject([
      { delivered: false, accepted: false },
    ])
    const last_error = expect.stringContaining('ECONNREFUSED')
    expect(await find(id!)).toMatchObject({ sent_at: null, last_error })
    expect(logged).toEqual([last_error])
  })

  it('costs one request the wait for a provider that hangs, and the next ones nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    mailer.transport = smtpTransport(`smtp://127.0.0.1:${port}`)
    const timed = async () => {
      const [id] = await insert()
      const began = performance.now()
      await deliverAfterCommit(database.db, mailer, [id!])
      return { id: id!, ms: performance.now() - began }
    }
    expect((await timed()).ms).toBeGreaterThan(2_000)
    const next = await timed()
    expect(next.ms).toBeLessThan(500)
    // The job takes it, and has all of its tries left.
    expect(await find(next.id)).toMatchObject({ attempts: 0, locked_until: null, sent_at: null })
    silent.close()
  })

  it('has the same Message-ID when it is tried again, and another mail has another', async () => {
    sink.answers = { message: refusal(451, 'the connection broke before the answer') }
    const [first] = await insert()
    const [second] = await insert()
    await deliverMails(database.db, mailer, [first!])
    await deliverMails(database.db, mailer, [first!])
    sink.answers = {}
    await deliverMails(database.db, mailer, [first!, second!])
    const mails = await Promise.all(sink.heard.map((source) => PostalMime.parse(source)))
    expect(mails.map(({ messageId }) => messageId).sort()).toEqual(
      [first, first, first, second].map((id) => `<outbox-${id}-receipt@proofstack.example>`).sort(),
    )
  })

  it('does not hold up others: of three the two good ones go out', async () => {
    const ids = [...(await insert()), ...(await insert()), ...(await insert())]
    await setRows(database.db, 'outbox', { id: ids[1]! }, { payload: '{"name":"no address"}' })
    const deliveries = await deliverMails(database.db, mailer, ids)
    expect(deliveries.map(({ id, delivered }) => ({ id, delivered }))).toEqual([
      { id: ids[0], delivered: true },
      { id: ids[1], delivered: false },
      { id: ids[2], delivered: true },
    ])
  })

  it('of a kind that this version does not know waits for one that does', async () => {
    const [id] = await insertMails(database.db, [
      { kind: 'from-the-future', product_id: null, to_email: 'ada@example.com', payload: {} },
    ])
    expect(await deliverMails(database.db, mailer, [id!])).toMatchObject([
      { kind: 'from-the-future', delivered: false },
    ])
    expect(await find(id!)).toMatchObject({ sent_at: null, last_error: expect.any(String) })
  })
})

describe('the text of a submitter', () => {
  it.each([
    'Mallory\r\nBcc: victim@example.com',
    'Mallory\nBcc: victim@example.com\n\nBuy now',
    'Mallory\r\n\r\n.\r\nMAIL FROM:<x@example.com>\r\nRCPT TO:<victim@example.com>',
    `Mallory${' '.repeat(900)}\r\nBcc: victim@example.com`,
    'Mallory\u2028Bcc: victim@example.com',
  ])('cannot add a header or a recipient: %j', async (name) => {
    // The subject of this mail contains the name.
    const approval = mailOf('approval', {
      name,
      listing_url: 'https://directory.example/product/x',
      badge_snippet: '<a></a>',
      referral_code: 'abc123',
    })
    const to_email = 'ada@example.com'
    const ids = await insertMails(database.db, [{ ...approval, product_id: null, to_email }])
    await deliverMails(database.db, mailer, ids)
    expect(sink.received).toHaveLength(1)
    expect(sink.received[0]!.to).toEqual(['ada@example.com'])
    const mail = await PostalMime.parse(sink.received[0]!.source)
    expect(mail.bcc ?? []).toEqual([])
    expect(mail.headers.map(({ key }) => key).sort()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'list-unsubscribe',
      'list-unsubscribe-post',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
    ])
    expect(mail.subject).toMatch(/^Mallory [^\r\n]* is listed on Proofstack$/)
  })
})

describe('deliverDueMails', () => {
  it('sends all due mails, in more than one batch, and counts them', async () => {
    const ids: string[] = []
    for (let number = 0; number < 23; number++)
      ids.push(...(await insert(`Product ${number}`, `ada-${number}@example.com`)))
    await makeDue()
    // Another sender has claimed this mail.
    await takeMails(database.db, [ids[0]!])
    expect(await deliverDueMails(database.db, mailer)).toMatchObject({ delivered: 22 })
    const mails = await Promise.all(sink.received.map(({ source }) => PostalMime.parse(source)))
    const names = mails.map(({ text }) => /Product \d+/.exec(text!)?.[0])
    expect(names.sort()).toEqual(
      Array.from({ length: 22 }, (_, index) => `Product ${index + 1}`).sort(),
    )
  })

  it('ends when everything fails, having tried each once', async () => {
    sink.answers = { message: refusal(451, 'try later') }
    for (let number = 0; number < 12; number++) await insert('Acme', `ada-${number}@example.com`)
    await makeDue()
    expect(await deliverDueMails(database.db, mailer)).toMatchObject({ delivered: 0 })
    const rows = await database.db.selectFrom('outbox').select(['attempts', 'sent_at']).execute()
    expect(rows).toEqual(Array.from({ length: 12 }, () => ({ attempts: 1, sent_at: null })))
  })

  it('sends at most `most` mails, and none once `signal` has aborted', async () => {
    for (let number = 0; number < 13; number++) await insert('Acme', `ada-${number}@example.com`)
    await makeDue()
    const stopped = { most: 12, signal: AbortSignal.abort() }
    expect(await deliverDueMails(database.db, mailer, stopped)).toEqual({ delivered: 0, failed: 0 })
    const drained = await deliverDueMails(database.db, mailer, { most: 12 })
    expect(drained).toEqual({ delivered: 12, failed: 0 })
    expect(sink.received).toHaveLength(12)
  })
})

describe('a sender that is frozen', () => {
  /** Moves the leases of the database back by two minutes and a second. */
  async function leasesRunOut() {
    const longAgo = { locked_until: sql<Date>`locked_until - interval '121 seconds'` }
    await setRows(database.db, 'outbox', {}, longAgo)
  }

  /** A provider that is silent until the test lets it answer. */
  function silentTransport() {
    let fail: ((error: Error) => void) | undefined
    const asked = Promise.withResolvers<void>()
    const transport: Transport = {
      send: () => {
        asked.resolve()
        return new Promise((_, reject) => (fail = reject))
      },
    }
    return { transport, asked: asked.promise, answer: (error: Error) => fail!(error) }
  }

  it('loses its mail after two minutes, and its late result changes nothing', async () => {
    const [id] = await insert()
    const silent = silentTransport()
    const frozen = deliverMails(database.db, { ...mailer, transport: silent.transport }, [id!])
    await silent.asked
    await makeDue()
    expect(await deliverDueMails(database.db, mailer)).toEqual({ delivered: 0, failed: 0 })
    await leasesRunOut()
    expect(await deliverDueMails(database.db, mailer)).toEqual({ delivered: 1, failed: 0 })
    silent.answer(new Error('the socket was closed while it slept'))
    expect(await frozen).toMatchObject([{ outcome: 'failed' }])
    expect(await find(id!)).toMatchObject({ sent_at: expect.any(Date), last_error: null })
  })

  it('releases no mail that another sender has claimed since', async () => {
    const [id] = await insert()
    const [first, second] = [silentTransport(), silentTransport()]
    const frozen = deliverMails(database.db, { ...mailer, transport: first.transport }, [id!])
    await first.asked
    await makeDue()
    await leasesRunOut()
    const other = deliverDueMails(database.db, { ...mailer, transport: second.transport })
    await second.asked
    first.answer(new Error('the socket was closed while it slept'))
    await frozen
    expect(await deliverMails(database.db, mailer, [id!])).toEqual([])
    second.answer(new Error('451 try later'))
    expect(await other).toEqual({ delivered: 0, failed: 1 })
    expect(await find(id!)).toMatchObject({ last_error: '451 try later', locked_until: null })
  })

  it('does not send when its own clock says that the claim ran out', async () => {
    const [id] = await insert()
    const times = [0, 121_000].map((ms) => new Date(1_800_000_000_000 + ms))
    const slow: Mailer = { ...mailer, clock: () => times.shift()! }
    expect(await deliverMails(database.db, slow, [id!])).toMatchObject([{ outcome: 'failed' }])
    expect(sink.received).toEqual([])
    await makeDue()
    await leasesRunOut()
    expect(await deliverDueMails(database.db, mailer)).toEqual({ delivered: 1, failed: 0 })
    expect(sink.received).toHaveLength(1)
  })
})
