import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

interface Message {
  /** Stable over retries, so that a provider or reader can tell a repetition. */
  messageId: string
  from: string
  replyTo: string
  to: string
  headers: Record<string, string>
  subject: string
  text: string
  html: string
}

/** The recipient's address was refused for good: to try it again harms us alone. */
export class AddressRefused extends Error {}

export interface Transport {
  /**
   * Hands a message over; throws when it was not taken, an `AddressRefused` when it never will be. True means that a mail provider accepted
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

// The waits are short: a submission is answered whether or not the provider is.
const smtpOptions = (url: string) => ({
  url,
  connectionTimeout: 3_000,
  greetingTimeout: 3_000,
  socketTimeout: 5_000,
})

/** Throws when the provider does not let us in. Nothing is sent. */
export async function verifySmtp(url: string): Promise<void> {
  await (await nodemailer()).createTransport(smtpOptions(url)).verify()
}

/** Sends by SMTP. */
export function smtpTransport(url: string): Transport {
  const make = async () => (await nodemailer()).createTransport(smtpOptions(url))
  let made: ReturnType<typeof make> | undefined
  return {
    send: async (message) => {
      const transporter = await (made ??= make())
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
 * RFC 5321: 5yz is for good. RFC 3463: x.7.z is about who sends and not about the address, as is a
 * relay that does not know us: our own mistake must not end the mails to everybody.
 */
function isAddressRefused(error: unknown): error is Error {
  const {
    command,
    responseCode = 0,
    response = '',
  } = error as {
    command?: string
    responseCode?: number
    response?: string
  }
  const isForGood = command === 'RCPT TO' && responseCode >= 550 && responseCode <= 554
  return isForGood && !/\b5\.7\.\d|relay/i.test(response)
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

// Most instances never send a mail, and it is a tenth of the function's code.
const nodemailer = () => import('nodemailer')
