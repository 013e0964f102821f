import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

interface Message {
  /** Stable over retries, so that a provider or reader can tell a repetition. */
  messageId: string
  from: string
  to: string
  subject: string
  text: string
  html: string
}

export interface Transport {
  /**
   * Hands a message over; throws when it was not taken. True means that a mail provider accepted
   * it. Decision, Submit: "queued is not sent, and neither is a file written by the embedded
   * default".
   */
  send: (message: Message) => Promise<boolean>
}

/** The transport that the settings name: a provider, or files in a folder. */
export function transportOf(settings: {
  SMTP_URL?: string | undefined
  MAIL_DIR?: string | undefined
  DATA_DIR: string
}): Transport {
  if (settings.SMTP_URL) return smtpTransport(settings.SMTP_URL)
  return fileTransport(settings.MAIL_DIR ?? path.join(settings.DATA_DIR, 'mail'))
}

/** Sends by SMTP. The waits are short: a submission is answered whether or not the provider is. */
export function smtpTransport(url: string): Transport {
  const options = { url, connectionTimeout: 3_000, greetingTimeout: 3_000, socketTimeout: 5_000 }
  return {
    send: async (message) => {
      const { accepted } = await (await nodemailer()).createTransport(options).sendMail(message)
      if (accepted.length === 0) throw new Error('the mail provider accepted no recipient')
      return true
    },
  }
}

/**
 * Writes each message as an .eml file that any mail program opens: the default where no SMTP_URL is
 * set.
 */
export function fileTransport(folder: string): Transport {
  return {
    send: async (message) => {
      const composer = (await nodemailer()).createTransport({ streamTransport: true, buffer: true })
      const { message: source } = await composer.sendMail(message)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, `${message.messageId.replace(/^<|@.*$/g, '')}.eml`)
      // Whoever watches the folder never sees half a mail.
      await writeFile(`${file}.part`, source as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      return false
    },
  }
}

// Most instances never send a mail, and it is a quarter of the function's code.
const nodemailer = () => import('nodemailer')
