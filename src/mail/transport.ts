import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

interface Message {
  /** The Message-ID, the same for each retry: providers and mail programs detect duplicates. */
  messageId: string
  from: string
  replyTo: string
  to: string
  headers: Record<string, string>
  subject: string
  text: string
  html: string
}

/** The recipient was refused for good: another try would harm our reputation as a sender. */
export class AddressRefused extends Error {}

export interface Transport {
  /**
   * Hands a message over. Throws when it was not accepted, an `AddressRefused` when the recipient
   * never will be. True when a mail provider accepted it. Decisions, Submit: "queued is not sent,
   * and neither is a file written by the embedded default".
   */
  send: (message: Message) => Promise<boolean>
}

/** The mail provider at SMTP_URL; without SMTP_URL, files in a folder. */
export function transportOf(settings: {
  SMTP_URL?: string | undefined
  MAIL_DIR?: string | undefined
  DATA_DIR: string
}): Transport {
  if (settings.SMTP_URL) return smtpTransport(settings.SMTP_URL)
  return fileTransport(settings.MAIL_DIR ?? path.join(settings.DATA_DIR, 'mail'))
}

// Short timeouts: the answer to a submission must not wait for a silent provider.
async function smtpTransporter(url: string) {
  const { createTransport } = await nodemailer()
  return createTransport({
    url,
    connectionTimeout: 3_000,
    greetingTimeout: 3_000,
    socketTimeout: 5_000,
  })
}

/** A transport that sends mails by SMTP. */
export function smtpTransport(url: string): Transport {
  let made: ReturnType<typeof smtpTransporter> | undefined
  return {
    send: async (message) => {
      const transporter = await (made ??= smtpTransporter(url))
      const { accepted } = await transporter.sendMail(message).catch((error: unknown) => {
        if (!isAddressRefused(error)) throw error
        throw new AddressRefused(error.message, { cause: error })
      })
      if (accepted.length === 0) throw new Error('the mail provider accepted no recipient')
      return true
    },
  }
}

/**
 * Whether the recipient was refused for good. RFC 5321: codes 5yz are permanent. Codes 5.7.x (RFC
 * 3463) and the word "relay" are about the sender: a mistake of ours must not end all mails.
 */
function isAddressRefused(error: unknown): error is Error {
  type SmtpError = { command?: string; responseCode?: number; response?: string }
  const { command, responseCode = 0, response = '' } = error as SmtpError
  const isForGood = command === 'RCPT TO' && responseCode >= 550 && responseCode <= 554
  return isForGood && !/\b5\.7\.\d|relay/i.test(response)
}

/** Writes each message as an .eml file, which any mail program opens; used without SMTP_URL. */
export function fileTransport(folder: string): Transport {
  return {
    send: async (message) => {
      const composer = (await nodemailer()).createTransport({ streamTransport: true, buffer: true })
      const { message: source } = await composer.sendMail(message)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, `${message.messageId.replace(/^<|@.*$/g, '')}.eml`)
      // Written under another name and renamed: a reader of the folder never sees half a mail.
      await writeFile(`${file}.part`, source as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      return false
    },
  }
}

// Loaded with the first mail: most instances send none, and it is a tenth of the function's code.
const nodemailer = () => import('nodemailer')
