import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'

export interface CheckedLink {
  url: string
  /**
   * `gone`: status 404 or 410. `unreachable`: no answer, or a server error. `refused`: no request
   * was sent. All other statuses are `answers` or `moved`, even a 403, which some sites send to
   * programs.
   */
  state: 'answers' | 'moved' | 'gone' | 'unreachable' | 'refused'
  status?: number
  /** The URL that a moved link redirects to. */
  to?: string
  /** A sentence that explains the states `unreachable` and `refused`. */
  reason?: string
}

const limits = { links: 12, atOnce: 4 }

// Statuses that servers which support only GET answer to HEAD. They are asked again with GET.
const wantsGet = [403, 404, 405, 501]

/** Checks each link once. Results are in the order of `urls`; beyond the limit, `refused`. */
export async function checkLinks(
  fetch: GuardedFetch,
  urls: readonly string[],
): Promise<CheckedLink[]> {
  const distinct = [...new Set(urls)]
  const checked = new Map<string, CheckedLink>()
  const waiting = distinct.slice(0, limits.links).values()
  const work = async () => {
    for (const url of waiting) checked.set(url, await checkLink(fetch, url))
  }
  await Promise.all(Array.from({ length: limits.atOnce }, work))
  const reason = `No more than ${limits.links} links are asked at once.`
  return urls.map((url) => checked.get(url) ?? { url, state: 'refused', reason })
}

async function checkLink(fetch: GuardedFetch, url: string): Promise<CheckedLink> {
  const head = await fetch(url, { method: 'HEAD' })
  const isRefused = head.kind === 'answered' && wantsGet.includes(head.status)
  const answer = isRefused ? await fetch(url) : head
  if (answer.kind === 'refused') return { url, state: 'refused', reason: answer.reason }
  if (answer.kind === 'failed') return { url, state: 'unreachable', reason: answer.reason }
  const { status, url: to } = answer
  if (status >= 500) {
    const reason = `${new URL(to).hostname} answered ${status}.`
    return { url, state: 'unreachable', status, reason }
  }
  if (status === 404 || status === 410) return { url, state: 'gone', status }
  return isSamePage(url, to)
    ? { url, state: 'answers', status }
    : { url, state: 'moved', status, to }
}

// Whether two URLs differ only by https, `www.` or a final slash, which needs no correction.
function isSamePage(asked: string, answered: string): boolean {
  const [a, b] = [asked, answered].map((url) => {
    const { host, pathname, search } = new URL(url)
    return host.replace(/^www\./, '') + pathname.replace(/\/$/, '') + search
  })
  return a === b
}
