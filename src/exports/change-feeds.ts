import { generateAtomFeed, generateJsonFeed } from 'feedsmith'
import type { Change } from '#contract/resources/change.ts'
import { changePage, changeSentence } from '#present/lists/change.ts'

/** A feed of changes, of the whole directory or of the listings of one list. */
export interface ChangeFeed {
  title: string
  /** The URL of the HTML page with the same changes. */
  page: string
  atom: string
  json: string
  items: readonly Change[]
  /** A sentence on the state of a listing, by its slug; undefined while it is active. */
  standing: (slug: string) => string | undefined
  /** Its description, topic and stack by the slug of a listing; empty if it is no longer listed. */
  about: (slug: string) => AboutListing
}

interface AboutListing {
  description?: string
  topic?: { name: string }
  /** The names of the first tools of its stack. */
  tools?: readonly string[]
  /** The newest change of its stack, in words. */
  stackChange?: string | undefined
  /** The URL of its preview picture, a PNG. */
  picture?: string | undefined
}

/** The number of items in a feed; the whole changelog is in the API. */
const newest = 50

/**
 * An Atom feed, RFC 4287. `updated` is the time of its newest item, so that the file only changes
 * when its items do.
 */
export function atomFeed(feed: ChangeFeed): string {
  const { title, page, atom, items, standing, about } = feed
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
      title: { value: entrySentence(item, standing) },
      updated: new Date(item.timestamp),
      links: [
        { href: changePage(item), rel: 'alternate' },
        ...[about(item.product.slug).picture ?? []]
          .flat()
          .map((href) => ({ href, rel: 'enclosure', type: 'image/png' })),
      ],
      categories: topicsOf(item, feed).map((term) => ({ term })),
      summary: { value: entryText(item, feed) },
    })),
  })
}

// Readers of a feed see no page, so an entry names the state of its listing.
function entrySentence(item: Change, standing: ChangeFeed['standing']): string {
  return [changeSentence(item), standing(item.product.slug)].filter(Boolean).join(' ')
}

// The text of an entry: the change, what the product is, what it is built with, and its website.
function entryText(item: Change, { standing, about }: ChangeFeed): string {
  const { description, tools = [], stackChange } = about(item.product.slug)
  return [
    entrySentence(item, standing),
    description,
    tools.length > 0 && `Built with ${tools.join(', ')}.`,
    stackChange && `${stackChange}.`,
    item.product.website_url,
  ]
    .filter(Boolean)
    .join(' ')
}

function topicsOf(item: Change, { about }: ChangeFeed): string[] {
  const { topic } = about(item.product.slug)
  return topic ? [topic.name] : []
}

/** A feed in the format JSON Feed 1.1. */
export function jsonFeed(of: ChangeFeed): string {
  const { title, page, json, items, standing, about } = of
  const feed = generateJsonFeed({
    title,
    home_page_url: page,
    feed_url: json,
    items: items.slice(0, newest).map((item) => ({
      id: item.id,
      url: changePage(item),
      external_url: item.product.website_url,
      title: entrySentence(item, standing),
      content_text: entryText(item, of),
      image: about(item.product.slug).picture,
      tags: topicsOf(item, of),
      date_published: new Date(item.timestamp),
    })),
  })
  return JSON.stringify(feed)
}
