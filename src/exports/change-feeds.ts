import { generateAtomFeed, generateJsonFeed } from 'feedsmith'
import type { Change } from '#contract/resources/change.ts'
import { changePage, changeSentence } from '#present/change.ts'

/** A feed of changes, of the whole directory or of the listings of one list. */
export interface ChangeFeed {
  title: string
  /** The URL of the HTML page with the same changes. */
  page: string
  atom: string
  json: string
  items: readonly Change[]
}

/** The number of items in a feed; the whole changelog is in the API. */
const newest = 50

/**
 * An Atom feed, RFC 4287. `updated` is the time of its newest item, so that the file only changes
 * when its items do.
 */
export function atomFeed({ title, page, atom, items }: ChangeFeed): string {
  return generateAtomFeed({
    id: atom,
    title: { value: title },
    updated: new Date(items[0]?.timestamp ?? 0),
    authors: [{ name: 'Proofstack' }],
    links: [
      { href: atom, rel: 'self', type: 'application/atom+xml' },
      { href: page, rel: 'alternate', type: 'text/html' },
    ],
    entries: items.slice(0, newest).map((item) => ({
      id: `urn:uuid:${item.id}`,
      title: { value: changeSentence(item) },
      updated: new Date(item.timestamp),
      links: [{ href: changePage(item), rel: 'alternate' }],
      summary: { value: `${changeSentence(item)} ${item.product.website_url}` },
    })),
  })
}

/** A feed in the format JSON Feed 1.1. */
export function jsonFeed({ title, page, json, items }: ChangeFeed): string {
  const feed = generateJsonFeed({
    title,
    home_page_url: page,
    feed_url: json,
    items: items.slice(0, newest).map((item) => ({
      id: item.id,
      url: changePage(item),
      external_url: item.product.website_url,
      title: changeSentence(item),
      content_text: `${changeSentence(item)} ${item.product.website_url}`,
      date_published: new Date(item.timestamp),
    })),
  })
  return JSON.stringify(feed)
}
