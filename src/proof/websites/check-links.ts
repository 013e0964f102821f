import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'

export interface CheckedLink {
  url: string
  /**
   * `gone` is what its server says; `unreachable`, that nothing or an error of the server came;
   * `refused`, that we do not ask there. Whatever else comes is an answer, also one that keeps
   * programs out.
   */
  state: 'answers' | 'moved' | 'gone' | 'unreachable' | 'refused'
  status?: number
  /** Where it moved to. */
  to?: string
  /** Why it is unreachable or refused, in a sentence. */
  reason?: string
}

const most = { links: 12, atOnce: 4 }

// A server that does not know HEAD, or does not like it, says so in one of these. Some say 404.
const wantsGet = [403, 404, 405, 501]

/** Asks where links lead, each once, in the order given. What is too many is said to be refused. */
export async function checkLinks(
  fetch: GuardedFetch,
  urls: readonly string[],
): Promise<CheckedLink[]> {
  const distinct = [...new Set(urls)]
  const checked = new Map<string, CheckedLink>()
  const waiting = distinct.slice(0, most.links).values()
  const work = async () => {
    for (const url of waiting) checked.set(url, await checkLink(fetch, url))
  }
  await Promise.all(Array.from({ length: most.atOnce }, work))
  const reason = `No more than ${most.links} links are asked at once.`
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

// From http to https, to `www.` or to a slash at the end is no move that anybody would correct.
function isSamePage(asked: string, answered: string): boolean {
  const [a, b] = [asked, answered].map((url) => {
    const { host, pathname, search } = new URL(url)
    return host.replace(/^www\./, '') + pathname.replace(/\/$/, '') + search
  })
  return a === b
}
