// What the home page shows of the directory: one proof, the topics, and shelves of listings.
import { briefOf, detailOf } from '#catalog/listing-view.ts'
import { catalog } from '#catalog/published.ts'
import type { ProductBrief } from '#contract/resources/product.ts'
import { addresses } from '#core/addresses.ts'
import { facet } from '#present/lists/browse.ts'
import type { Faced } from '#present/face.ts'
import { listAddress } from '#present/lists/facet-choice.ts'
import { proofView } from '#present/product/product-proof.ts'
import { mostUsedTogether } from '#present/lists/tool-pairs.ts'
import { moveWords } from '#present/lists/move-words.ts'
import { shortDay } from '#present/words.ts'
import { topicList } from './_facet-pages.ts'
import { newestSwitches } from './_moves.ts'

const to = addresses('')
const listings = [...catalog.listings([])]
const active = listings.filter(
  (listing) => (listing.field('lifecycle')?.state ?? 'active') === 'active',
)

/** A listing on a shelf: its name, why it is there, and a sentence. */
export interface Shelved {
  product: ProductBrief & Faced
  /** What puts it on this shelf: a day, a change. */
  note: string
  text: string
}

const shelfSize = 6
const withTopic = ({ topics }: Faced) =>
  catalog.topics.find(({ slug }) => slug === topics[0])?.name ?? ''

const mostRead = 60
const inOrder = (sort: 'newest' | 'proved') =>
  catalog.list({ task: 'all', sort, offset: 0, limit: mostRead }).listings

/** The newest listings, each with its day. */
export const newest: Shelved[] = inOrder('newest')
  .slice(0, shelfSize)
  .map((listing) => {
    const product = briefOf(listing)
    const day = detailOf(listing).approved_at ?? ''
    return { product, note: day && `listed ${shortDay(day)}`, text: product.description }
  })

/** The listings whose stack changed last, by the histories of their repositories. */
export const changedStacks: Shelved[] = newestSwitches(shelfSize).map((move) => {
  const product = briefOf(catalog.product(move.product.slug)!)
  return { product, note: withTopic(product), text: moveWords(move) }
})

// A rank of 0 is none, and stands last.
const placeOf = (product: { featured_rank: number }) => product.featured_rank || Number.MAX_VALUE

/** The featured listings by their rank, with the editors' reason. */
const featured = [...catalog.listings([facet('featured', 'true')])]
  .map(detailOf)
  .sort((a, b) => placeOf(a) - placeOf(b))
export const editorsPicks: Shelved[] = featured.map(({ slug, editorial_summary, description }) => {
  const product = briefOf(catalog.product(slug)!)
  return { product, note: withTopic(product), text: editorial_summary ?? description }
})

/** The listings of which the code shows the most tools, without those of the other shelves. */
export const mostShown: Shelved[] = inOrder('proved')
  .filter((listing) => !others().has(listing.slug))
  .slice(0, shelfSize)
  .map((listing) => {
    const product = briefOf(listing)
    const { count } = proofView(listing.proof(), product.tools.length)
    const note = `${count} of ${product.tools.length} tools`
    return { product, note, text: withTopic(product) }
  })

function others(): ReadonlySet<string> {
  const shelves = [...editorsPicks, ...newest, ...changedStacks]
  return new Set(shelves.map(({ product }) => product.slug))
}

/** How many listings have a stack of which code shows at least a part, and a verified claim. */
const counts = catalog.facetCounts()
export const checked = {
  stacks: countOf(facet('proof', 'every_tool'), facet('proof', 'some_tools')),
  claims: countOf(facet('claim', 'verified')),
}

function countOf(...keys: readonly string[]): number {
  return keys.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0)
}

/** One line of code that proves a tool: of the first featured listing that has one. */
export const heroProof = featured.flatMap((product) => {
  const { proof } = product
  const line = proof?.tools.find(
    ({ state, level, requirement, source }) =>
      state === 'proved' && level === 'required' && requirement !== null && source !== null,
  )
  const tool = line && catalog.toolsBySlug.get(line.slug)
  const shown = line && proofView(proof, 0).line(line.slug)
  return proof && shown && tool
    ? [
        {
          product,
          tool,
          shows: shown.shows!,
          source: shown.href,
          file: shown.text,
          commit: line.commit.slice(0, 7),
          licence: proof.licence,
          readOn: line.checked_at,
        },
      ]
    : []
})[0]

/** The number of lines that prove a tool, in all listings. */
export const proofCount = listings
  .flatMap((listing) => listing.proof()?.tools ?? [])
  .filter(({ state, line }) => state === 'proved' && line !== null).length

/** The topics with most listings first. */
export const topics = topicList().toSorted((a, b) => b.count - a.count)

/**
 * The pairs of tools that most listings use. Languages are left out: most of what a language is
 * used with is written in it.
 */
export const together = mostUsedTogether(
  active.map((listing) =>
    listing
      .tools()
      .filter(({ category }) => category !== 'languages-runtimes')
      .map(({ slug }) => slug),
  ),
  10,
).map(({ pair, count }) => ({
  names: pair.map((slug) => catalog.toolsBySlug.get(slug)!.name),
  count,
  href: listAddress({ tool: pair }, {}, to),
}))
