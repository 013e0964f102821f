import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail provider of tests, at `url`. */
export interface MailSink {
  url: string
  /** Every message that arrived, accepted or not. */
  heard: string[]
  /** The messages that were accepted. */
  received: { from: string; to: string[]; source: string }[]
  /** The answers to the recipient and to the message: undefined is 250. */
  answers: { recipient?: Error; message?: Error }
  close: () => Promise<void>
}

/** An answer that refuses. */
export const refusal = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode })

export async function mailSink(answers: MailSink['answers'] = {}): Promise<MailSink> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, callback) => callback(sink.answers.recipient ?? null),
    onData: async (stream, { envelope: { mailFrom, rcptTo } }, callback) => {
      const source = Buffer.concat(await Array.fromAsync<Buffer>(stream)).toString('utf8')
      sink.heard.push(source)
      if (sink.answers.message) return callback(sink.answers.message)
      const from = mailFrom ? mailFrom.address : ''
      sink.received.push({ from, to: rcptTo.map(({ address }) => address), source })
      callback(null)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  const sink: MailSink = {
    url: `smtp://127.0.0.1:${port}`,
    heard: [],
    received: [],
    answers,
    close,
  }
  return sink
}
