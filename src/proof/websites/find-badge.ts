import { limits } from '#contract/limits.ts'
import { addresses } from '#core/addresses.ts'
import { type Tag, tagsOf } from './html-tags.ts'

type Rel = 'dofollow' | 'nofollow'

const isWeb = /^https?:$/

/**
 * Finds the badge of a listing on a page: its picture inside a link to the listing, or beside such
 * a link with no other link or picture between them. Returns whether search engines may follow the
 * link; undefined without a badge. If there are several badges, the best one counts.
 *
 * Scripts are not run and styles are ignored. Badges in `template` and `noscript` do not count,
 * because browsers do not show them.
 */
export function findBadge(
  page: { html: string; url: string },
  { siteUrl, slug }: { siteUrl: string; slug: string },
): Rel | undefined {
  const to = addresses(siteUrl)
  const tags = [...shownTags(page.html)]
  const base = baseOf(tags, page.url, siteUrl)
  const [listing, picture] = [new URL(to.listing(slug)), new URL(to.badge(slug))]

  const found = new Set<Rel>()
  // `open`: the link that the loop is inside of. `half`: the last seen half of a badge, a link or a
  // picture, while its other half is missing.
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
  if (found.size === 0) return undefined
  return found.has('dofollow') && !tags.some(forbidsFollowing) ? 'dofollow' : 'nofollow'
}

/** Whether directives of a robots header or meta element forbid following links. */
export function isNofollow(directives: string): boolean {
  return directives.split(',').some((part) => {
    // A directive may be limited to one robot: "googlebot: nofollow".
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

// The base URL for the links of a page. The first `base` element counts, even for earlier links. If
// it is on another host or very long, only its origin is returned: relative links on another host
// cannot lead to this site, and a long base would be parsed again for each link.
function baseOf(tags: readonly Tag[], url: string, site: string): string {
  const written = tags
    .filter((tag) => tag.name === 'base' && !tag.isEnd)
    .map((tag) => tag.attribute('href'))
    .find((href) => href !== undefined)
  const base = URL.parse(written ?? '', url)
  const { href, host, origin } = base && isWeb.test(base.protocol) ? base : new URL(url)
  return new URL(site).host === host && href.length <= limits.url ? href : origin
}

// Compares host and path. http is accepted, because the site redirects it to https; queries are
// ignored, because they choose the badge's look or hold tracking data.
function isSame(target: URL, url: URL | null): boolean {
  return (
    url !== null &&
    isWeb.test(url.protocol) &&
    url.host === target.host &&
    url.pathname.replace(/\/$/, '') === target.pathname
  )
}

// The standard separates the words of `rel` by white space; search engines also accept commas.
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
