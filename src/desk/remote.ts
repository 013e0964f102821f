// The client of the editor API: commands on a machine without the database.
import { Misuse } from '#command.ts'
import { SiteUrl } from '#config.ts'
import { isLoopback } from '#core/web-address.ts'
import { type Begun, severalSlugs } from '#authoring/arguments.ts'
import { printing } from '#authoring/file-session.ts'
import { remoteCommands } from './remote-commands.ts'
import type { LocalSession, Session } from './session.ts'
import { decideOnEach } from './several.ts'
import { confirmer } from './confirmer.ts'
import type { RunAnswer, RunRequest } from './wire.ts'

/** The setting with the token of the editor; never an argument, which other users could see. */
export const tokenSetting = 'PROOFSTACK_EDITOR_TOKEN'

/** Sends a run to the editor API and returns its answer. Throws an Error with a sentence. */
type Post = (request: RunRequest) => Promise<RunAnswer>

/** Connects to the editor API of a site. */
export function connectRemote(
  site: string,
  token: string | undefined,
  send: typeof fetch = fetch,
): Post {
  const { data: origin } = SiteUrl.safeParse(site)
  if (origin === undefined)
    throw new Misuse(
      `--site is an address such as https://proofstack.example, not ${JSON.stringify(site)}.`,
    )
  const url = new URL(origin)
  if (url.protocol === 'http:' && !isLoopback(url))
    throw new Misuse('--site begins with https: the token would be readable on the way.')
  if (!token)
    throw new Misuse(
      `${tokenSetting} is not set. An admin makes a token: npm run editor -- invite <name> --role …`,
    )
  return async (request) => {
    const response = await send(`${url.origin}/api/editor/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(request),
      // The token goes to this site alone.
      redirect: 'error',
      signal: AbortSignal.timeout(30_000),
    }).catch((error: unknown) => {
      const { cause, message } = error as Error
      const reason = cause instanceof Error && cause.message ? cause.message : message
      throw new Error(`${url.host} cannot be reached: ${reason}`, { cause: error })
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok && answer !== undefined) return answer as RunAnswer
    const { error } = (answer ?? {}) as { error?: unknown }
    const strange = `${url.host} answered ${response.status}. Is it Proofstack?`
    throw new Error(typeof error === 'string' ? error : strange)
  }
}

/** Runs a command through the editor API: its output and exit code are those at the database. */
export async function runRemotely(
  { name, command, words, values }: Begun<LocalSession>,
  post: Post,
  ask: Session['confirm'] = confirmer(values),
): Promise<number> {
  if (!Object.hasOwn(remoteCommands, name))
    throw new Misuse('This command works in a checkout, without --site.')
  if (values.as !== undefined) throw new Misuse('The token says who decides; leave out --as.')
  const { site: _, env: __, json: ___, ...sent } = values
  const run = async ({ print }: Pick<Session, 'print'>, some: readonly string[]) => {
    const request = { command: name, words: [...some], values: { ...sent } as RunRequest['values'] }
    const { code, printed } = await askUntilDone(post, request, ask)
    for (const { value, text } of printed) print(value, text)
    return code
  }
  const session = { values, print: printing(values) }
  // Several slugs are one request each, so that each has its own question.
  return command.takes === severalSlugs
    ? decideOnEach(session, words, (one, slug) => run(one, [slug]))
    : run(session, words)
}

/** Sends a run again with the answers to its questions, until it is done. */
async function askUntilDone(post: Post, request: RunRequest, ask: Session['confirm']) {
  for (;;) {
    const answer = await post(request)
    if ('misuse' in answer) throw new Misuse(answer.misuse)
    if (!('confirm' in answer)) return answer
    const { confirm: question, seen, warning } = answer
    if (seen !== undefined) request.values['seen'] = seen
    request.answered = { question, yes: await ask(question, undefined, warning) }
  }
}
