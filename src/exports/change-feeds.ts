import { hash } from 'node:crypto'
import { generateAtomFeed, generateJsonFeed } from 'feedsmith'
import type { Change } from '#contract/resources/change.ts'
import { changePage, changeSentence } from '#present/lists/change.ts'
import { type ShownMove, moveWords } from '#present/lists/move-words.ts'

/** A feed of changes, of the whole directory or of the listings of one list. */
interface ChangeFeed {
  title: string
  /** The URL of the HTML page with the same changes; with `.atom` and `.json` those of its feeds. */
  page: string
  /** The entries, newest first. */
  entries: readonly FeedEntry[]
}

interface FeedEntry {
  /** A UUID. */
  id: string
  url: string
  website?: string
  title: string
  text: string
  at: string
  topic?: { name: string } | undefined
  picture?: string | undefined
}

/** What entries say of a listing beside a change; all empty if it is no longer listed. */
export interface AboutListing {
  description?: string
  topic?: { name: string; href: string }
  /** The names of the first tools of its stack. */
  tools?: readonly string[]
  /** The newest change of its stack, in words. */
  stackChange?: string | undefined
  /** The URL of its preview picture, a PNG. */
  picture?: string | undefined
  /** A sentence on its state; undefined while it is active. */
  standing?: string | undefined
}

/** The most entries of a feed; the whole changelog is in the API. */
export const mostEntries = 50

/**
 * An Atom feed, RFC 4287. `updated` is the time of its newest item, so that the file only changes
 * when its items do.
 */
export function atomFeed({ title, page, entries }: ChangeFeed): string {
  const atom = `${page}.atom`
  return generateAtomFeed({
    id: atom,
    title: { value: title },
    updated: new Date(entries[0]?.at ?? 0),
    authors: [{ name: 'Proofstack' }],
    links: [
      { href: atom, rel: 'self', type: 'application/atom+xml' },
      { href: page, rel: 'alternate', type: 'text/html' },
    ],
    entries: entries.map((entry) => ({
      id: `urn:uuid:${entry.id}`,
      title: { value: entry.title },
      updated: new Date(entry.at),
      links: [
        { href: entry.url, rel: 'alternate' },
        ...(entry.picture ? [{ href: entry.picture, rel: 'enclosure', type: 'image/png' }] : []),
      ],
      categories: entry.topic ? [{ term: entry.topic.name }] : [],
      summary: { value: entry.text },
    })),
  })
}

/** A feed in the format JSON Feed 1.1. */
export function jsonFeed({ title, page, entries }: ChangeFeed): string {
  const feed = generateJsonFeed({
    title,
    home_page_url: page,
    feed_url: `${page}.json`,
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      external_url: entry.website,
      title: entry.title,
      content_text: entry.text,
      image: entry.picture,
      tags: entry.topic ? [entry.topic.name] : [],
      date_published: new Date(entry.at),
    })),
  })
  return JSON.stringify(feed)
}

/** The entry of a change of the changelog. */
export function changeEntry(item: Change, about: AboutListing): FeedEntry {
  const { description, tools = [], stackChange, standing, topic, picture } = about
  const { website_url: website } = item.product
  // Readers of a feed see no page, so an entry names the state of its listing.
  const title = [changeSentence(item), standing].filter(Boolean).join(' ')
  const stack = tools.length > 0 && `Built with ${tools.join(', ')}.`
  const text = [title, description, stack, stackChange && `${stackChange}.`, website]
    .filter(Boolean)
    .join(' ')
  return {
    id: item.id,
    url: changePage(item),
    website,
    title,
    text,
    at: item.timestamp,
    topic,
    picture,
  }
}

/** The entry of what moved in a stack in a month. A later reading may add tools to it. */
export function moveEntry(move: ShownMove, url: string, about: AboutListing): FeedEntry {
  const { product, month, at } = move
  const { description, standing, topic, picture } = about
  const title = `${product.name} ${moveWords(move)}.`
  const text = [title, standing, description].filter(Boolean).join(' ')
  // A UUID of our own making, RFC 9562, 5.8.
  const id = hash('sha256', `${product.slug} ${month}`).replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    '$1-$2-8$3-8$4-$5',
  )
  return { id, url, title, text, at, topic, picture }
}
