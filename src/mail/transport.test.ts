import { readFile, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MailSink, mailSink, refusal } from '#testing/mail-sink.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
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

  beforeEach(() => {
    folder = path.join(temporaryFolder(), 'mail')
  })

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
  let sink: MailSink

  beforeEach(async () => {
    sink = await mailSink()
  })

  afterEach(() => sink.close())

  it('reports that the provider accepted the mail, and a line with a single dot does not end it', async () => {
    expect(await smtpTransport(sink.url).send(message)).toBe(true)
    const mail = await PostalMime.parse(sink.received[0]!.source)
    expect(mail.messageId).toBe(message.messageId)
    expect(mail.text?.trim()).toBe(message.text)
  })

  it.each([550, 451])('throws with the provider’s message when it answers %d', async (code) => {
    sink.answers = { recipient: refusal(code, 'not today') }
    await expect(smtpTransport(sink.url).send(message)).rejects.toThrow(`${code} not today`)
    expect(sink.heard).toEqual([])
  })

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
    sink.answers = { recipient: refusal(Number(code), words.join(' ')) }
    const sending = smtpTransport(sink.url).send(message)
    const error = await sending.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect((error as Error).message).toContain(words.join(' '))
    expect(error instanceof AddressRefused).toBe(row.isRefused)
  })

  it('throws when the provider is unreachable', async () => {
    await sink.close()
    await expect(smtpTransport(sink.url).send(message)).rejects.toThrow('ECONNREFUSED')
  })
})
