import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { submission, validSubmission } from '#testing/api.ts'
import { eventually } from '#testing/editor.ts'
import {
  type Service,
  freshAddress,
  removeFolder,
  request,
  runScript,
  startService,
} from '#testing/service.ts'

// A mail provider that takes what it is told to take.
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
let smtp: string

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  smtp = `smtp://127.0.0.1:${(provider.server.address() as AddressInfo).port}`
  service = await startService({ environment: { SMTP_URL: smtp } })
})

afterAll(async () => {
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

it('receiptSent and verification_email_sent are true when the provider accepted the mails, and a repeated key says the same', async () => {
  const body = validSubmission({ name: 'Owl\r\nBcc: everybody@example.com' })
  const from = freshAddress()
  const first = await submit(body, { 'idempotency-key': 'mail-1' }, from)
  expect(first).toMatchObject({
    receiptSent: true,
    owner_claim: { status: 'unverified', verification_email_sent: true },
  })
  expect(await submit(body, { 'idempotency-key': 'mail-1' }, from)).toEqual(first)
  const mails = received.filter(({ to }) => to?.[0]?.address === body.email)
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'Confirm your address for Owl Bcc: everybody@example.com',
    'We received Owl Bcc: everybody@example.com',
  ])
  expect(mails.every(({ to, bcc }) => to?.length === 1 && !bcc)).toBe(true)
  expect(mails[0]!.text).toContain(first.review_status_url)
})

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
    const before = received.length
    refusal = undefined
    expect(received).toHaveLength(before)
    expect(service.printed()).not.toContain(body.email)
  },
)

it('what stayed due is sent later, without anybody asking', async () => {
  const count = received.length
  // The retry comes 30 seconds after the first failure, and the outbox is looked at every 15.
  await eventually(
    async () => received.length,
    (now) => now >= count + 4,
  )
})

it('an approval is told to the submitter, with the badge and the referral code of the listing', async () => {
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
