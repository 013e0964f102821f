import type { IncomingHttpHeaders } from 'node:http'
import type { Fetched } from '#proof/fetch/guarded-fetch.ts'

/** Why a repository could not be read, with a sentence for an editor. */
export type Unread =
  | { kind: 'gone'; reason: string }
  /** The host has a rate limit or an error. `seconds` is the wait that it requests, if any. */
  | { kind: 'busy'; reason: string; host: { name: string; seconds: number | null } }
  | { kind: 'failed'; reason: string }

/** Thrown when the repository, or a part of it, cannot be read. */
export class NotRead extends Error {
  readonly unread: Unread
  constructor(unread: Unread) {
    super(unread.reason)
    this.unread = unread
  }
}

/** A host's requested wait is cut to this many seconds. */
const longestWait = 86_400

/** The wait that a host requests by Retry-After (RFC 9110, 10.2.3) or GitHub's own headers. */
export function requestedWait(headers: IncomingHttpHeaders, now: Date): number | null {
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
 * The answer if its status is 200 or 304. Throws `busy` for rate limits, server errors and silence,
 * which say nothing about the repository, and `gone` if the URL does not exist.
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
    const seconds = requestedWait(headers, now)
    const until =
      seconds === null ? '' : ` until ${new Date(now.getTime() + seconds * 1000).toISOString()}`
    const reason =
      status >= 500
        ? `${url} answers ${status}.`
        : `GitHub takes no more questions${until}; GITHUB_TOKEN raises its limit.`
    throw new NotRead({ kind: 'busy', reason, host: { name, seconds } })
  }
  if (status !== 200 && status !== 304)
    throw new NotRead({ kind: 'failed', reason: `${url} answers ${status}.` })
  if (isCut) throw new NotRead({ kind: 'failed', reason: `${url} answers more than can be read.` })
  return fetched
}
