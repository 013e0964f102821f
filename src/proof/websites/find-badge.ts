import { limits } from '#contract/limits.ts'
import { addresses } from '#core/addresses.ts'
import { type Tag, tagsOf } from './html-tags.ts'

type Rel = 'dofollow' | 'nofollow'

export type FoundBadge = { kind: 'found'; rel: Rel } | { kind: 'missing' }

const isWeb = /^https?:$/

/**
 * Whether a page shows the badge of a listing: its picture within a link to the listing, or outside
 * of any link and right before or after such a link, with no other link or picture between the two.
 * And whether search engines may follow that link; of several badges the best counts.
 *
 * The page is read as it is sent. What a script would add is not there; what only a script shows
 * (`template`) or only a browser without scripts (`noscript`) does not count. Styles are not read.
 */
export function findBadge(
  page: { html: string; url: string },
  { siteUrl, slug }: { siteUrl: string; slug: string },
): FoundBadge {
  const to = addresses(siteUrl)
  const tags = [...shownTags(page.html)]
  const base = baseOf(tags, page.url, siteUrl)
  const [listing, picture] = [new URL(to.listing(slug)), new URL(to.badge(slug))]

  const found = new Set<Rel>()
  // The link that is open now; and the half of a badge that came last, if it waits for the other.
  let open: { rel: Rel | undefined } | undefined
  let half: Rel | 'picture' | undefined
  for (const tag of tags) {
    if (tag.name === 'a') {
      open = undefined
      if (tag.isEnd || tag.attribute('href') === undefined) continue
      const rel = isSame(listing, URL.parse(tag.attribute('href')!, base)) ? relOf(tag) : undefined
      if (rel && half === 'picture') found.add(rel)
      open = { rel }
      half = rel
    } else if (tag.name === 'img' && !tag.isEnd) {
      const isBadge = isSame(picture, URL.parse(tag.attribute('src') ?? '', base))
      const linked = open ? open.rel : half === 'picture' ? undefined : half
      if (isBadge && linked) found.add(linked)
      if (!open) half = isBadge ? 'picture' : undefined
    }
  }
  if (found.size === 0) return { kind: 'missing' }
  const isFollowed = found.has('dofollow') && !tags.some(forbidsFollowing)
  return { kind: 'found', rel: isFollowed ? 'dofollow' : 'nofollow' }
}

/** Whether a list of directives for search engines forbids to follow the links of a page. */
export function isNofollow(directives: string): boolean {
  return directives.split(',').some((part) => {
    // In the header a list may be for one robot: "googlebot: nofollow".
    const directive = part
      .trim()
      .toLowerCase()
      .replace(/^[\w-]*bot:\s*/, '')
    return directive === 'nofollow' || directive === 'none'
  })
}

function* shownTags(html: string): Generator<Tag> {
  let templates = 0
  for (const tag of tagsOf(html)) {
    if (tag.name === 'template') templates = Math.max(0, templates + (tag.isEnd ? -1 : 1))
    else if (templates === 0) yield tag
  }
}

// The first base counts for the whole page, also for what stands before it. What is relative leads to
// the base's host, so of a base elsewhere no more is of interest. That also keeps it short, for it is
// read again with each link.
function baseOf(tags: readonly Tag[], url: string, site: string): string {
  const written = tags
    .filter((tag) => tag.name === 'base' && !tag.isEnd)
    .map((tag) => tag.attribute('href'))
    .find((href) => href !== undefined)
  const base = URL.parse(written ?? '', url)
  const { href, host, origin } = base && isWeb.test(base.protocol) ? base : new URL(url)
  return new URL(site).host === host && href.length <= limits.url ? href : origin
}

// The scheme may be either, for we send one to the other; a query may ask for another look of the
// picture, or tell where a visitor came from.
function isSame(target: URL, url: URL | null): boolean {
  return (
    url !== null &&
    isWeb.test(url.protocol) &&
    url.host === target.host &&
    url.pathname.replace(/\/$/, '') === target.pathname
  )
}

// A list of words apart from each other by white space; search engines take commas as well.
function relOf(tag: Tag): Rel {
  const words = (tag.attribute('rel') ?? '').toLowerCase().split(/[\s,]+/)
  const isFollowed = !words.some((word) => ['nofollow', 'ugc', 'sponsored'].includes(word))
  return isFollowed ? 'dofollow' : 'nofollow'
}

function forbidsFollowing(tag: Tag): boolean {
  if (tag.name !== 'meta' || tag.isEnd) return false
  const name = tag.attribute('name')?.trim().toLowerCase() ?? ''
  return ['robots', 'googlebot'].includes(name) && isNofollow(tag.attribute('content') ?? '')
}
