import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AddressRefused, fileTransport, smtpTransport } from './transport.ts'

const message = {
  messageId: '<outbox-7-receipt@proofstack.example>',
  from: 'Proofstack <editors@proofstack.example>',
  replyTo: 'Editors <desk@proofstack.example>',
  to: 'ada@example.com',
  headers: { 'Auto-Submitted': 'auto-generated' },
  subject: 'We received Ünïcode 🦊',
  text: 'Thank you.\n.\nFrom here on: ünïcode 🦊',
  html: '<p>Thank you 🦊</p>',
}

describe('fileTransport', () => {
  let folder: string

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'proofstack-mail-')), 'mail')
  })

  afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }))

  it('writes a mail that a mail program can read, and reports that no provider accepted it', async () => {
    expect(await fileTransport(folder).send(message)).toBe(false)
    expect(await readdir(folder)).toEqual(['outbox-7-receipt.eml'])
    const mail = await PostalMime.parse(await readFile(path.join(folder, 'outbox-7-receipt.eml')))
    expect(mail).toMatchObject({
      messageId: message.messageId,
      from: { name: 'Proofstack', address: 'editors@proofstack.example' },
      to: [{ address: 'ada@example.com' }],
      replyTo: [{ name: 'Editors', address: 'desk@proofstack.example' }],
      subject: message.subject,
    })
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    expect(mail.text?.trim()).toBe(message.text)
    expect(mail.html?.trim()).toBe(message.html)
  })

  it('is for this user only: the file has mode 0600 and its folder 0700', async () => {
    await fileTransport(folder).send(message)
    const mode = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)
    expect(await mode(path.join(folder, 'outbox-7-receipt.eml'))).toBe('600')
    expect(await mode(folder)).toBe('700')
  })

  it('a mail that is written again replaces its file, and other mails have their own', async () => {
    const transport = fileTransport(folder)
    await transport.send(message)
    await transport.send({ ...message, subject: 'Again' })
    await transport.send({ ...message, messageId: '<outbox-8-receipt@proofstack.example>' })
    expect((await readdir(folder)).sort()).toEqual(['outbox-7-receipt.eml', 'outbox-8-receipt.eml'])
    expect(
      (await PostalMime.parse(await readFile(path.join(folder, 'outbox-7-receipt.eml')))).subject,
    ).toBe('Again')
  })

  it('throws when the folder cannot be made', async () => {
    await expect(fileTransport('/dev/null/mail').send(message)).rejects.toThrow('ENOTDIR')
  })
})

describe('smtpTransport', () => {
  async function withSink(
    recipientError: Error | null,
    use: (url: string, sources: string[]) => Promise<void>,
  ) {
    const sources: string[] = []
    const sink = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: (_address, _session, callback) => callback(recipientError),
      onData: (stream, _session, callback) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          sources.push(Buffer.concat(chunks).toString('utf8'))
          callback(null)
        })
      },
    })
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
    try {
      await use(`smtp://127.0.0.1:${(sink.server.address() as AddressInfo).port}`, sources)
    } finally {
      await new Promise<void>((resolve) => sink.close(resolve))
    }
  }

  it('reports that the provider accepted the mail, and a line with a single dot does not end it', async () => {
    await withSink(null, async (url, sources) => {
      expect(await smtpTransport(url).send(message)).toBe(true)
      const mail = await PostalMime.parse(sources[0]!)
      expect(mail.messageId).toBe(message.messageId)
      expect(mail.text?.trim()).toBe(message.text)
    })
  })

  it.each([550, 451])(
    'throws with the provider’s message when it answers %d',
    async (responseCode) => {
      await withSink(
        Object.assign(new Error('not today'), { responseCode }),
        async (url, sources) => {
          await expect(smtpTransport(url).send(message)).rejects.toThrow(
            `${responseCode} not today`,
          )
          expect(sources).toEqual([])
        },
      )
    },
  )

  it.each([
    { answer: '550 5.1.1 no such user', isRefused: true },
    { answer: '550 no mailbox here', isRefused: true },
    { answer: '551 user not local', isRefused: true },
    { answer: '552 5.2.2 mailbox full', isRefused: true },
    { answer: '553 mailbox name not allowed', isRefused: true },
    { answer: '554 5.1.2 bad destination', isRefused: true },
    // Not permanent.
    { answer: '450 4.2.1 try later', isRefused: false },
    { answer: '452 4.2.2 mailbox full', isRefused: false },
    // About the sender, not about the address.
    { answer: '554 5.7.1 access denied', isRefused: false },
    { answer: '550 relaying denied', isRefused: false },
    { answer: '530 5.7.0 authentication required', isRefused: false },
    { answer: '503 5.5.1 bad sequence', isRefused: false },
  ])('a recipient answered with $answer is refused for good: $isRefused', async (row) => {
    const [code = '', ...words] = row.answer.split(' ')
    const answer = Object.assign(new Error(words.join(' ')), { responseCode: Number(code) })
    await withSink(answer, async (url) => {
      const error = await smtpTransport(url)
        .send(message)
        .catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(Error)
      expect((error as Error).message).toContain(words.join(' '))
      expect(error instanceof AddressRefused).toBe(row.isRefused)
    })
  })

  it('throws when the provider is unreachable', async () => {
    let closed = ''
    await withSink(null, async (url) => void (closed = url))
    await expect(smtpTransport(closed).send(message)).rejects.toThrow('ECONNREFUSED')
  })
})
