import type { IncomingHttpHeaders } from 'node:http'
import type { Fetched } from '#proof/fetch/guarded-fetch.ts'

/** A host that wants to be left alone, and for how long where it says so. */
interface BusyHost {
  name: string
  seconds: number | null
}

/** Why a repository was not read, in a sentence for an editor. */
export type Unread =
  | { kind: 'gone'; reason: string }
  /** Its host takes no questions now; that is no news of the repository. */
  | { kind: 'busy'; reason: string; host: BusyHost }
  | { kind: 'failed'; reason: string }

/** Thrown where a part of a repository does not come. */
export class NotRead extends Error {
  readonly unread: Unread
  constructor(unread: Unread) {
    super(unread.reason)
    this.unread = unread
  }
}

/** No host keeps us away for longer than this, whatever it says. */
const longestWait = 86_400

/** How long a host asks to be left alone: by RFC 9110, 10.2.3, or by its own limit. */
function secondsOf(headers: IncomingHttpHeaders, now: Date): number | null {
  const after = String(headers['retry-after'] ?? '')
  const until = /^\d+$/.test(after)
    ? now.getTime() + Number(after) * 1000
    : Date.parse(after) ||
      (headers['x-ratelimit-remaining'] === '0' ? Number(headers['x-ratelimit-reset']) * 1000 : NaN)
  if (Number.isNaN(until)) return null
  const seconds = Math.ceil((until - now.getTime()) / 1000)
  return Math.max(1, Math.min(longestWait, seconds))
}

/**
 * The answer of a host as far as it is one. A limit, an error of its own and silence are the host's
 * matter; what is not there is the repository's.
 */
export function answerOf(
  fetched: Fetched,
  url: string,
  now: Date,
): Extract<Fetched, { kind: 'answered' }> {
  const name = new URL(url).hostname
  if (fetched.kind === 'refused') throw new NotRead({ kind: 'failed', reason: fetched.reason })
  if (fetched.kind === 'failed')
    throw new NotRead({ kind: 'busy', reason: fetched.reason, host: { name, seconds: null } })
  const { status, isCut, headers } = fetched
  if (status === 404 || status === 410 || status === 451)
    throw new NotRead({ kind: 'gone', reason: `${url} is not there (${status}).` })
  if (status === 403 || status === 429 || status >= 500) {
    const host = { name, seconds: secondsOf(headers, now) }
    const until =
      host.seconds === null
        ? ''
        : ` until ${new Date(now.getTime() + host.seconds * 1000).toISOString()}`
    const reason =
      status >= 500
        ? `${url} answers ${status}.`
        : `GitHub takes no more questions${until}; GITHUB_TOKEN raises its limit.`
    throw new NotRead({ kind: 'busy', reason, host })
  }
  if (status !== 200 && status !== 304)
    throw new NotRead({ kind: 'failed', reason: `${url} answers ${status}.` })
  if (isCut) throw new NotRead({ kind: 'failed', reason: `${url} answers more than can be read.` })
  return fetched
}
