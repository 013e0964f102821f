import { findBadge, isNofollow } from './find-badge.ts'
import { guard } from '#proof/fetch/guard.ts'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'

/** The result of a badge check. If no badge was found, `reason` is a sentence for the owner. */
export type CheckedBadge =
  | { kind: 'found'; rel: 'dofollow' | 'nofollow' }
  | { kind: 'missing' | 'unreachable'; reason: string }

/** Looks for our badge on the homepage of a listing, following redirects. */
export async function checkBadge(
  fetch: GuardedFetch,
  listing: { slug: string; url: string },
  siteUrl: string,
): Promise<CheckedBadge> {
  const answer = await fetch(listing.url, { headers: { accept: 'text/html' } })
  if (answer.kind !== 'answered') return { kind: 'unreachable', reason: answer.reason }
  const { status, headers, url, body, isCut } = answer
  const { hostname: host } = new URL(url)
  if (status < 200 || status > 299)
    return { kind: 'unreachable', reason: `${host} answered ${status}.` }
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? 'text/html'))
    return { kind: 'missing', reason: `The homepage at ${host} is not an HTML page.` }
  const rel = findBadge({ html: body, url }, { siteUrl, slug: listing.slug })
  if (rel === undefined) {
    const where = isCut ? `in the first ${guard.bodyBytes / 1024} KiB of` : 'on'
    const reason = `The badge is not ${where} the homepage at ${host}, as it is sent before its scripts run.`
    return { kind: 'missing', reason }
  }
  // Node joins repeated headers into one string; `String` is for the type, which allows arrays.
  const isForbidden = isNofollow(String(headers['x-robots-tag'] ?? ''))
  return { kind: 'found', rel: isForbidden ? 'nofollow' : rel }
}
