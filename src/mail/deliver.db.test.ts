import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertMails, takeMails } from '#db/queries/outbox.ts'
import { testDatabase } from '#testing/database.ts'
import { setRows } from '#testing/rows.ts'
import { compileMail } from './compile.ts'
import { type Mailer, deliverAfterCommit, deliverDueMails, deliverMails } from './deliver.ts'
import { mailOf } from './mails.ts'
import { offToken } from './off-switch.ts'
import { type Transport, fileTransport, smtpTransport } from './transport.ts'

const database = testDatabase()

interface Received {
  from: string
  to: string[]
  source: string
}

let received: Received[]
/** Every message that arrived, accepted or not. */
let heard: string[]
let logged: string[]
let sink: SMTPServer
let mailer: Mailer
/** The answer of the sink to the recipient and to the message: undefined is 250. */
let answers: { recipient?: Error; message?: Error }

const refusal = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode })

beforeEach(async () => {
  await database.db.deleteFrom('outbox').execute()
  received = []
  heard = []
  logged = []
  answers = {}
  sink = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, callback) => callback(answers.recipient ?? null),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString('utf8')
        heard.push(source)
        if (answers.message) return callback(answers.message)
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        received.push({ from, to: rcptTo.map(({ address }) => address), source })
        callback(null)
      })
    },
  })
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
  const { port } = sink.server.address() as AddressInfo
  mailer = {
    transport: smtpTransport(`smtp://127.0.0.1:${port}`),
    template: compileMail,
    from: 'Proofstack <editors@proofstack.example>',
    replyTo: 'Editors <desk@proofstack.example>',
    off: {
      secret: 'a secret of at least 32 characters, for tests',
      link: (token) => `https://directory.example/mail-off?token=${token}`,
    },
    log: (message) => logged.push(message),
  }
})

afterEach(() => new Promise<void>((resolve) => sink.close(resolve)))

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
    expect(received).toMatchObject([
      { from: 'editors@proofstack.example', to: ['ada@example.com'] },
    ])
    const mail = await PostalMime.parse(received[0]!.source)
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
    expect(received).toHaveLength(1)
    expect(logged).toEqual([])
  })
})

describe('every mail', () => {
  const headersOf = async () => {
    const { headers, replyTo } = await PostalMime.parse(received.at(-1)!.source)
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
    const { text, html } = await PostalMime.parse(received[0]!.source)
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
    expect(received).toHaveLength(1)
    expect(tookMs).toBeLessThan(1000)
  })

  it('has left within a second where mails are files', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-mail-'))
    try {
      const { deliveries, tookMs } = await decide(fileTransport(folder))
      expect(deliveries).toMatchObject([{ kind: 'withdrawal', outcome: 'sent', accepted: false }])
      expect(await readdir(folder)).toEqual([`outbox-${deliveries[0]!.id}-withdrawal.eml`])
      expect(tookMs).toBeLessThan(1000)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('a mail that the provider refuses for good', () => {
  it('is not tried again, keeps the reason, and the log line holds no address', async () => {
    answers = { recipient: refusal(550, 'no mailbox <ada@example.com> here') }
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
    answers = {}
    await makeDue()
    expect(await deliverDueMails(database.db, mailer)).toMatchObject({ delivered: 0 })
    expect(received).toEqual([])
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
      answers = answer
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
      answers = {}
      expect(await deliverMails(database.db, mailer, [id!])).toMatchObject([
        { delivered: true, accepted: true },
      ])
      expect(received).toHaveLength(1)
    },
  )

  it('stays due with the reason when the provider is unreachable', async () => {
    await new Promise<void>((resolve) => sink.close(resolve))
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
    answers = { message: refusal(451, 'the connection broke before the answer') }
    const [first] = await insert()
    const [second] = await insert()
    await deliverMails(database.db, mailer, [first!])
    await deliverMails(database.db, mailer, [first!])
    answers = {}
    await deliverMails(database.db, mailer, [first!, second!])
    const ids = await Promise.all(
      heard.map(async (source) => (await PostalMime.parse(source)).messageId),
    )
    const expected = [first, first, first, second]
    expect(ids.toSorted()).toEqual(
      expected.map((id) => `<outbox-${id}-receipt@proofstack.example>`).sort(),
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
    expect(received).toHaveLength(1)
    expect(received[0]!.to).toEqual(['ada@example.com'])
    const mail = await PostalMime.parse(received[0]!.source)
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
    const texts = await Promise.all(
      received.map(async ({ source }) => (await PostalMime.parse(source)).text),
    )
    const names = texts.map((text) => /Product \d+/.exec(text!)?.[0])
    expect(names.sort()).toEqual(
      Array.from({ length: 22 }, (_, index) => `Product ${index + 1}`).sort(),
    )
  })

  it('ends when everything fails, having tried each once', async () => {
    answers = { message: refusal(451, 'try later') }
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
    expect(received).toHaveLength(12)
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
    expect(received).toEqual([])
    await makeDue()
    await leasesRunOut()
    expect(await deliverDueMails(database.db, mailer)).toEqual({ delivered: 1, failed: 0 })
    expect(received).toHaveLength(1)
  })
})
