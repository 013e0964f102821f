// What the changelog shows: changes by week and day.
import { briefOf } from '#catalog/listing-view.ts'
import { catalog, publishedChanges } from '#catalog/published.ts'
import type { Listing } from '#catalog/questions.ts'
import type { Change } from '#contract/resources/change.ts'
import { paths as to } from '#core/addresses.ts'
import { onceFor } from '#core/once.ts'
import { byDay, byWeek, changeLabel, changePage, presentChange } from '#present/lists/change.ts'
import type { Faced } from '#present/face.ts'
import { moveWords } from '#present/lists/move-words.ts'
import type { AboutListing } from '#exports/change-feeds.ts'
import { lastSwitch } from './_moves.ts'

/** The newest changes, newest first. */
const changes = publishedChanges.map((change) => presentChange(change, to))

/** A product of a day, or a weekly issue, with what changed. */
export interface ChangedEntry extends Faced, AboutListing {
  name: string
  href: string
  labels: string[]
}

/** Entries that are shown in full: of a day, and of a page. The others are names by topic. */
const mostInFull = { day: 6, page: 12 }
const mostTools = 5

/** The changes of the changelog, newest first, by week and day. */
export function changesByWeek() {
  let left = mostInFull.page
  const days = byDay(changes).map(({ day, changes: ofDay }) => {
    const subjects = Map.groupBy(ofDay, changePage)
    const inFull = Math.min(subjects.size, mostInFull.day, left)
    left -= inFull
    const entries = [...subjects.values()].map(entryOf)
    return { day, inFull: entries.slice(0, inFull), others: byTopic(entries.slice(inFull)) }
  })
  return byWeek(days)
}

const otherTopics = 'Other topics'

/** Entries by their topic, the topic with most of them first; topics of one entry are the last group. */
function byTopic(entries: readonly ChangedEntry[]) {
  const groups = Map.groupBy(entries, ({ topic }) => topic?.name)
  const isGroup = ({ topic }: ChangedEntry) => topic && groups.get(topic.name)!.length > 1
  const named = [...groups.values()]
    .filter(([first]) => isGroup(first!))
    .toSorted((a, b) => b.length - a.length)
    .map((ofOne) => ({ ...ofOne[0]!.topic!, entries: ofOne }))
  const single = entries.filter((entry) => !isGroup(entry))
  return single.length === 0
    ? named
    : [...named, { name: otherTopics, href: undefined, entries: single }]
}

function entryOf(changesOfOne: readonly Change[]): ChangedEntry {
  const [first] = changesOfOne
  const { product } = first!
  const common = {
    slug: product.slug,
    topics: catalog.product(product.slug)?.field('topics') ?? [],
    name: product.name,
    href: changePage(first!),
    labels: [...new Set(changesOfOne.map(changeLabel))],
  }
  if (first!.type === 'weekly_issue_published') return { ...common, name: first!.issue.title }
  return { ...common, ...aboutProduct(product.slug) }
}

/**
 * The description and stack that pages and feeds show beside the changes of a product; empty if it is
 * not listed.
 */
export function aboutProduct(slug: string): AboutListing {
  const listing = catalog.product(slug)
  return listing ? aboutListing(listing) : {}
}

// Made once for each listing, because every change is in several feeds.
const aboutListing = onceFor((listing: Listing): AboutListing => {
  const { description, topics = [], tools } = briefOf(listing)
  const topic = catalog.topics.find((one) => one.slug === topics[0])
  const move = lastSwitch(listing.slug)
  return {
    description,
    ...(topic && { topic: { name: topic.name, href: to.topic(topic.slug) } }),
    tools: tools.slice(0, mostTools).map(({ name }) => name),
    // A change of another day than that of the entry.
    stackChange: move && `Last change of the stack: ${moveWords(move)}`,
  }
})
