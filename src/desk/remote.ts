// The client of the editor API: commands and the terminal desk on a machine without the database.
import { isIP } from 'node:net'
import { Misuse } from '#command.ts'
import { addresses } from '#core/addresses.ts'
import type { Begun, Command } from '#authoring/arguments.ts'
import { fileSession } from '#authoring/file-session.ts'
import type { Values } from '#authoring/options.ts'
import { remoteCommands } from './remote-commands.ts'
import type { LocalSession, Session } from './session.ts'
import { decideOnEach } from './several.ts'
import { confirmer } from './ask-line.ts'
import { type Terminal, runDeskOn } from './terminal/desk.ts'
import { type DeskPort, inCheckout } from './terminal/port.ts'
import type { DeskContext } from './terminal/state.ts'
import { type DeskRequest, type RunAnswer, type RunRequest, parseDeskAnswer } from './wire.ts'

/** The setting with the token of the editor; never an argument, which other users could see. */
export const tokenSetting = 'PROOFSTACK_EDITOR_TOKEN'

/** Sends a request to the editor API and returns its answer. Throws an Error with a sentence. */
type Post = (action: 'run' | 'desk', body: RunRequest | DeskRequest) => Promise<unknown>

/** Connects to the editor API of a site. */
export function connectRemote(
  site: string,
  token: string | undefined,
  send: typeof fetch = fetch,
): Post {
  const url = URL.parse(site)
  if (
    !url ||
    `${url.origin}/` !== (site.endsWith('/') ? site : `${site}/`) ||
    !/^https?:$/.test(url.protocol)
  )
    throw new Misuse(
      `--site is an address such as https://proofstack.example, not ${JSON.stringify(site)}.`,
    )
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new Misuse('--site begins with https: the token would be readable on the way.')
  if (!token)
    throw new Misuse(
      `${tokenSetting} is not set. An admin makes a token: npm run editor -- invite <name> --role …`,
    )
  return async (action, body) => {
    const response = await send(`${url.origin}/api/editor/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      // The token goes to this site alone.
      redirect: 'error',
      signal: AbortSignal.timeout(30_000),
    }).catch((error: unknown) => {
      const { cause, message } = error as Error
      const reason = cause instanceof Error && cause.message ? cause.message : message
      throw new Error(`${url.host} cannot be reached: ${reason}`, { cause: error })
    })
    const text = await response.text()
    const answer = asJson(text)
    if (response.ok && answer !== undefined) return answer
    const { error } = (answer ?? {}) as { error?: unknown }
    throw new Error(
      typeof error === 'string'
        ? error
        : `${url.host} answered ${response.status}. Is it Proofstack?`,
    )
  }
}

function asJson(text: string): unknown {
  try {
    return parseDeskAnswer(text)
  } catch {
    return undefined
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Runs a command through the editor API, with the output and the exit code of the spot. */
export async function runRemotely(
  { command, words, values }: Extract<Begun<LocalSession>, { kind: 'run' }>,
  post: Post,
  ask: Session['confirm'] = confirmer(values),
): Promise<number> {
  const name = remoteName(command)
  if (name === undefined) throw new Misuse('This command works in a checkout, without --site.')
  refuseAs(values)
  const { print, width } = fileSession(values)
  const run = async (session: Pick<Session, 'values' | 'print'>, some: readonly string[]) => {
    const { code, printed } = await askUntilDone(
      post,
      { command: name, words: [...some], values, width },
      ask,
    )
    for (const { value, text } of printed) session.print(value, text)
    return code
  }
  const session = { values, print }
  // Several slugs are one request each, so that each has its own question.
  return command.rest === 'slug'
    ? decideOnEach(session, words, (one, slug) => run(one, [slug]))
    : run(session, words)
}

function remoteName(command: Command<LocalSession>): string | undefined {
  return Object.entries<Command<LocalSession>>(remoteCommands).find(
    ([, one]) => one === command,
  )?.[0]
}

function refuseAs(values: Values): void {
  if (values.as !== undefined) throw new Misuse('The token says who decides; leave out --as.')
}

/** Sends a run again with the answers to its questions, until it is done. */
async function askUntilDone(
  post: Post,
  { values: typed, ...request }: Omit<RunRequest, 'values' | 'answered'> & { values: Values },
  ask: Session['confirm'],
): Promise<Extract<RunAnswer, { code: number }>> {
  const { site: _, env: __, json: ___, ...values } = typed
  let seen: string | undefined
  let answered: RunRequest['answered']
  for (;;) {
    const all = { ...values, ...(seen === undefined ? {} : { seen }) }
    const body = { ...request, values: all as RunRequest['values'], answered }
    const answer = (await post('run', body)) as RunAnswer
    if ('misuse' in answer) throw new Misuse(answer.misuse)
    if (!('confirm' in answer)) return answer
    seen = answer.seen ?? seen
    const { confirm: question, taking } = answer
    answered = { question, yes: await ask(question, undefined, taking) }
  }
}

/** Runs the terminal desk through the editor API. */
export async function sitDownRemotely(
  site: string,
  values: Values,
  post: Post,
  terminal: Terminal,
): Promise<number> {
  refuseAs(values)
  const start = (await post('desk', { read: 'start' })) as Omit<DeskContext, 'to' | 'where'> & {
    site: string
  }
  const { site: address, ...known } = start
  const context = { ...known, to: addresses(address), where: new URL(site).host }
  return runDeskOn(remoteDesk(post), { ...context, now: () => new Date() }, terminal)
}

/** What the terminal desk reads and runs, through the editor API. */
export function remoteDesk(post: Post): DeskPort {
  const { width } = fileSession({})
  return {
    queue: async (narrowed) =>
      (await post('desk', {
        read: 'queue',
        narrowed: { ...narrowed, words: narrowed.words && [...narrowed.words] },
      })) as Awaited<ReturnType<DeskPort['queue']>>,
    listing: async (slug) => {
      const { opened } = (await post('desk', { read: 'listing', slug })) as {
        opened: Awaited<ReturnType<DeskPort['listing']>>
      }
      return opened
    },
    mails: async () => ((await post('desk', { read: 'mails' })) as { lines: string[] }).lines,
    check: async (slug) => [inCheckout(slug)],
    run: async ({ command, words, values }, confirm) => {
      const name = remoteName(command)
      if (name === undefined) throw new Error('This works on a machine with the database alone.')
      const yes = command.options.includes('yes') ? { yes: true } : {}
      const request = { command: name, words: [...words], values: { ...values, ...yes }, width }
      const { code, printed } = await askUntilDone(post, request, confirm)
      const last = printed.at(-1) ?? { value: {}, text: '' }
      return { code, ...last }
    },
  }
}
