// What the pages of the changelog show: changes by week and day, and the filters by their type.
import { briefOf } from '#catalog/listing-view.ts'
import { catalog, publishedChanges } from '#catalog/published.ts'
import type { Listing } from '#catalog/questions.ts'
import type { Change } from '#contract/resources/change.ts'
import { addresses } from '#core/addresses.ts'
import { onceFor } from '#core/once.ts'
import {
  type ChangeFilter,
  byDay,
  byWeek,
  changeFilterNames,
  changeFilters,
  changeLabel,
  changePage,
  presentChange,
} from '#present/change.ts'
import { newestStackChange, stackChangeWords } from '#present/stack-change.ts'

const to = addresses('')
const changes = publishedChanges.map((change) => presentChange(change, to))

/** A product of a day, or a weekly issue, with what changed. */
export interface ChangedEntry {
  slug: string
  name: string
  href: string
  labels: string[]
  description?: string
  topic?: { name: string; href: string }
  /** The first tools of its stack. */
  tools?: string[]
  /** The newest change of its stack, in words. */
  stackChange?: string | undefined
}

/**
 * Entries that are shown in full: of a day, and of a page. The names of the others follow in one
 * paragraph.
 */
const mostInFull = { day: 8, page: 24 }
const mostTools = 5

/** The changes of the changelog, of all types or of one type, newest first, by week and day. */
export function changesByWeek(filter?: ChangeFilter) {
  let left = mostInFull.page
  const days = byDay(changesOf(filter)).map(({ day, changes: ofDay }) => {
    const subjects = Map.groupBy(ofDay, changePage)
    const inFull = Math.min(subjects.size, mostInFull.day, left)
    left -= inFull
    const entries = [...subjects.values()].map((ofOne, index) => entryOf(ofOne, index < inFull))
    return { day, entries, inFull }
  })
  return byWeek(days)
}

function changesOf(filter?: ChangeFilter) {
  const type = filter && changeFilters[filter].type
  return changes.filter((change) => type === undefined || change.type === type)
}

function entryOf(changesOfOne: readonly Change[], isFull: boolean): ChangedEntry {
  const [first] = changesOfOne
  const { product } = first!
  const common = {
    slug: product.slug,
    name: product.name,
    href: changePage(first!),
    labels: [...new Set(changesOfOne.map(changeLabel))],
  }
  if (first!.type === 'weekly_issue_published') return { ...common, name: first!.issue.title }
  return isFull ? { ...common, ...aboutProduct(product.slug) } : common
}

type AboutProduct = Omit<ChangedEntry, 'slug' | 'name' | 'href' | 'labels'>

/**
 * The description and stack that pages and feeds show beside the changes of a product; empty if it is
 * not listed.
 */
export function aboutProduct(slug: string): AboutProduct {
  const listing = catalog.product(slug)
  return listing ? aboutListing(listing) : {}
}

// Made once for each listing, because every change is in several feeds.
const aboutListing = onceFor((listing: Listing): AboutProduct => {
  const { description, topics = [], tools } = briefOf(listing)
  const topic = catalog.topics.find((one) => one.slug === topics[0])
  const change = newestStackChange(listing.proof(), catalog.toolsBySlug)
  return {
    description,
    ...(topic && { topic: { name: topic.name, href: to.topic(topic.slug) } }),
    tools: tools.slice(0, mostTools).map(({ name }) => name),
    stackChange: change && stackChangeWords(change),
  }
})

/** The most topics that the figures of a week name. */
const mostTopics = 5

/** For each week of the changelog, what was listed and reviewed, and for which topics most. */
export function weeksInFigures() {
  return byWeek(byDay(changes)).map(({ week, days }) => {
    const ofWeek = days.flatMap(({ changes: ofDay }) => ofDay)
    const listed = ofWeek.filter(({ type }) => type === 'product_approved')
    const firstTopics = listed.flatMap(({ product }) => aboutProduct(product.slug).topic ?? [])
    const byName = Map.groupBy(firstTopics, ({ name }) => name)
    return {
      week,
      listed: listed.length,
      reviewed: ofWeek.filter(({ type }) => type === 'claim_review_updated').length,
      topics: [...byName.values()]
        .toSorted((a, b) => b.length - a.length)
        .slice(0, mostTopics)
        .map((same) => ({ ...same[0]!, count: same.length })),
    }
  })
}

/** The filters that have a page: those of types that occur. */
export function filledChangeFilters(): ChangeFilter[] {
  return changeFilterNames.filter((name) => changesOf(name).length > 0)
}

/** The filters of the changelog that have a page, with counts. "All" comes first. */
export function changeLinks(chosen?: ChangeFilter) {
  return [
    { text: 'All', href: to.changelog, count: changes.length, isChosen: chosen === undefined },
    ...filledChangeFilters().map((name) => ({
      text: changeFilters[name].title,
      href: to.changesOf(name),
      count: changesOf(name).length,
      isChosen: name === chosen,
    })),
  ]
}
