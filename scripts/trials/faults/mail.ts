import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { freePort } from '#testing/service.ts'
import type { Acknowledged } from './caller.ts'
import { type Fault, outcomeOf, until } from './fault.ts'
import type { Ground } from './ground.ts'

/** A mail provider that takes every mail, unless it is told what to say to a recipient. */
async function startProvider(port: number, toRecipient?: () => Error) {
  const provider = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, callback) => callback(toRecipient?.() ?? null),
    onData: (stream, _session, callback) => {
      stream.on('end', () => callback())
      stream.resume()
    },
  })
  provider.on('error', () => {})
  await once(provider.listen(port, '127.0.0.1'), 'listening')
  return provider
}

const stopped = (server: SMTPServer) =>
  new Promise<void>((resolve) => server.close(() => resolve()))

/** A port where nobody listens, one where nobody answers, and one that refuses for a while. */
const providers = {
  'mail down (nobody listens)': async () => {
    const port = await freePort()
    return { port, end: async () => {} }
  },
  'mail stalling (a socket that never answers)': async () => {
    const sockets = new Set<net.Socket>()
    const server = net.createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const end = async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
    return { port: (server.address() as AddressInfo).port, end }
  },
  'mail refusing (451 to every recipient)': async () => {
    const port = await freePort()
    const refusal = () => Object.assign(new Error('Come again later'), { responseCode: 451 })
    const server = await startProvider(port, refusal)
    return { port, end: () => stopped(server) }
  },
} as const satisfies Record<string, () => Promise<{ port: number; end: () => Promise<void> }>>

async function unsent({ db }: Ground, acknowledged: readonly Acknowledged[]): Promise<number> {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where(
      'to_email',
      'in',
      acknowledged.map(({ email }) => email),
    )
    .where('sent_at', 'is', null)
    .execute()
  return rows.length
}

/** What can happen to the mail provider: the submission stands, and its mail waits. */
export const mailFaults: Fault[] = [
  ...Object.entries(providers).map(([name, start]): Fault => ({
    name,
    most: 120,
    run: async (ground) => {
      const { port, end } = await start()
      let isEnded = false
      const endOnce = async () => {
        if (!isEnded) await end()
        isEnded = true
      }
      ground.after(endOnce)
      const { caller } = await ground.serve({ SMTP_URL: `smtp://127.0.0.1:${port}` })
      await caller.mixed()
      const waiting = await unsent(ground, caller.acknowledged)
      const whole = outcomeOf(caller, {
        wrong: waiting === 6 ? [] : [`${waiting} of 6 mails wait in the outbox`],
        back: '',
      })
      await endOnce()
      const mended = await startProvider(port)
      ground.after(() => stopped(mended))
      const took = await until(
        'every mail is sent',
        async () => (await unsent(ground, caller.acknowledged)) === 0,
        90,
      )
      return { ...whole, back: `by itself; all 6 mails that waited are sent after ${took}` }
    },
  })),
  {
    name: 'mail refusing an address (550)',
    run: async (ground) => {
      const port = await freePort()
      const refusal = () => Object.assign(new Error('No such user here'), { responseCode: 550 })
      const provider = await startProvider(port, refusal)
      ground.after(() => stopped(provider))
      const service = await ground.serve({ SMTP_URL: `smtp://127.0.0.1:${port}` })
      await service.caller.mixed()
      const { stdout } = await ground.editor(['outbox', '--json'], service)
      const emails = service.caller.acknowledged.map(({ email }) => email)
      const shown = emails.filter((email) => stdout.includes(email)).length
      return outcomeOf(service.caller, {
        wrong: shown === emails.length ? [] : [`${shown} of ${emails.length} are shown as refused`],
        back: 'not tried again: `editor -- outbox` shows each with the refusal, an editor decides',
      })
    },
  },
]
