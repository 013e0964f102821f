import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { type Db, connect } from '#db/connection/connect.ts'
import { openEmbedded } from '#db/embedded/open.ts'
import { submission, validSubmission } from '#testing/api.ts'
import { copyOfBuilt } from '#testing/built-folder.ts'
import { eventually } from '#testing/editor.ts'
import {
  type Service,
  freshAddress,
  removeFolder,
  request,
  runScript,
  startService,
} from '#testing/service.ts'

// A mail provider that accepts every mail, unless `refusal` is set.
const received: Email[] = []
let refusal: { code: number; message: string } | undefined
const provider = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', async () => {
      if (refusal)
        return done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }))
      received.push(await PostalMime.parse(Buffer.concat(chunks)))
      return done()
    })
  },
})
let service: Service
let db: Db
let smtp: string

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  smtp = `smtp://127.0.0.1:${(provider.server.address() as AddressInfo).port}`
  const { dataDir, environment } = await copyOfBuilt(inject('built'))
  // An unreachable rebuild hook: approvals start no build, which would take half a minute of CPU.
  const own = { SMTP_URL: smtp, REBUILD_HOOK_URL: 'http://127.0.0.1:9/dead' }
  service = await startService({ dataDir, environment: { ...environment, ...own } })
  const { url } = await openEmbedded(service.dataDir)
  db = connect(url, { max: 1, onError: () => {} })
})

afterAll(async () => {
  await db.destroy()
  await service.stop()
  await new Promise<void>((resolve) => provider.close(() => resolve()))
  await removeFolder(service.dataDir)
})

async function submit(body: unknown, headers: Record<string, string> = {}, from = freshAddress()) {
  const { path, ...options } = submission(body, {
    headers: { 'content-type': 'application/json', ...headers },
    from,
  })
  const answer = await request(`${service.url}/api/v1${path}`, options)
  return submitProduct.responses[201].schema.parse(answer.json())
}

it('receiptSent and verification_email_sent are true when the provider accepted the mails, also in a replayed answer', async () => {
  const body = validSubmission({ name: 'Owl\r\nBcc: everybody' })
  const from = freshAddress()
  const first = await submit(body, { 'idempotency-key': 'mail-1' }, from)
  expect(first).toMatchObject({
    receiptSent: true,
    owner_claim: { status: 'unverified', verification_email_sent: true },
  })
  expect(await submit(body, { 'idempotency-key': 'mail-1' }, from)).toEqual(first)
  const mails = received.filter(({ to }) => to?.[0]?.address === body.email)
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'Confirm your address',
    'We received your submission',
  ])
  expect(mails.every(({ to, bcc }) => to?.length === 1 && !bcc)).toBe(true)
  const receipt = mails.find(({ subject }) => subject?.startsWith('We received'))
  expect(receipt!.text).toContain(first.review_status_url)
})

/** The outbox rows of a recipient, read while the service runs. */
async function outboxOf(to_email: string) {
  const rows = await db
    .selectFrom('outbox')
    .select(['attempts', 'last_error', 'sent_at'])
    .where('to_email', '=', to_email)
    .execute()
  return rows.map(({ sent_at, ...row }) => ({ ...row, isSent: sent_at !== null }))
}

it.each([
  [550, 'no such mailbox'],
  [451, 'try later'],
])(
  'a provider that answers %d never fails the submission; the mails stay due',
  async (code, message) => {
    refusal = { code, message }
    const body = validSubmission()
    expect(await submit(body)).toMatchObject({
      success: true,
      receiptSent: false,
      owner_claim: { verification_email_sent: false },
    })
    refusal = undefined
    const refused = { attempts: 1, last_error: expect.stringContaining(message), isSent: false }
    expect(await outboxOf(body.email)).toEqual([refused, refused])
    expect(service.printed()).not.toContain(body.email)
  },
)

it('a mail that stayed due is sent at its next attempt, without any request', async () => {
  refusal = { code: 451, message: 'try later' }
  const body = validSubmission()
  const { email } = body
  await submit(body)
  refusal = undefined
  // Skips the half minute between the first two attempts.
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: new Date() })
    .where('to_email', '=', email)
    .execute()
  await eventually(
    async () => received.filter(({ to }) => to?.[0]?.address === email).length,
    (count) => count === 2,
  )
  expect(await outboxOf(email)).toMatchObject([{ isSent: true }, { isSent: true }])
})

it('the mail of an approval has the badge and the referral code of the listing', async () => {
  const body = validSubmission()
  const { slug } = await submit(body)
  const approval = await runScript('editor.ts', ['approve', slug, '--yes', '--json'], {
    dataDir: service.dataDir,
    environment: { SMTP_URL: smtp },
  })
  expect(JSON.parse(approval.stdout)).toMatchObject({
    mails: [{ kind: 'approval', accepted: true }],
  })
  const mail = received.find(
    ({ to, subject }) => to?.[0]?.address === body.email && subject?.includes('is listed'),
  )!
  expect(mail.text).toContain(`/badge/${slug}.svg`)
  const code = /Your referral code is (\w+)\./.exec(mail.text!)![1]!
  const referred = await submit(validSubmission({ referral_code: code.toUpperCase() }))
  expect(referred.success).toBe(true)
})
