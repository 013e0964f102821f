import { facet } from '#core/browse.ts'
import { searchKey } from '#core/search-key.ts'
import type { SearchSignals } from '#core/search-ranking.ts'
import { type TextLetter, firstTool } from './file/schema.ts'
import type { CatalogFile } from './file/read.ts'
import {
  type AskedGroup,
  type GroupMatch,
  groupMatches,
  relevanceOf,
  worthOf,
} from '#db/word-groups.ts'
import { type Holders, fileTexts } from './file/texts.ts'
import type { Listing, Published, TaskCandidate, TextSearch } from './questions.ts'

/** How many listings each part of a task and a stack brings, as in db/recommend.ts. */
const bound = 200

/** Searches the file. What left since the build is not found, and what changed is told as it is now. */
export function textSearch(
  file: CatalogFile,
  published: Pick<Published, 'list' | 'tools'> & { find: Published['product'] },
): TextSearch {
  const texts = fileTexts(file)
  const listingAt = (entry: number) => published.find(file.at(entry).slug)

  return {
    holds: (word) => texts.holders(word).size > 0,

    candidates: ({ key, groups, kind }) => {
      const weighed = weigh(texts, groups)
      const exact = new Set(texts.exact(key))
      const begun = new Set(texts.begun(key))
      const holding = weighed.flatMap(({ holders }) => [...holders])
      const entries = new Set([...exact, ...begun, ...holding, ...texts.similar(key)])
      const wanted = [...entries].filter(
        (entry) => kind === null || texts.isTool(entry) === (kind === 'tool'),
      )
      const found = relevanceOf(weighed, wanted.map(matchedBy(weighed)))
      return wanted.flatMap((entry, at) => {
        const named = texts.isTool(entry)
          ? toolSignals(published.tools[entry - firstTool])
          : productSignals(listingAt(entry))
        if (!named) return []
        const signals = {
          is_exact: exact.has(entry),
          is_prefix: begun.has(entry),
          text_rank: found[at]!.relevance,
          share: found[at]!.share,
        }
        return [{ ...named, ...signals }]
      })
    },

    forTask: ({ useCase, toolSlugs, groups }) => {
      const weighed = weigh(texts, groups)
      const holding = new Set(weighed.flatMap(({ holders }) => [...holders]))
      const products = [...holding].filter((entry) => !texts.isTool(entry))
      const matched = matchedBy(weighed)
      const known = relevanceOf(weighed, products.map(matched))
      const byEntry = new Map(products.map((entry, at) => [entry, known[at]!]))
      const matching = products
        .toSorted((a, b) => byEntry.get(b)!.relevance - byEntry.get(a)!.relevance)
        .slice(0, bound)
      const found = new Map<string, TaskCandidate>()
      const add = (listing: Listing | undefined, entry: number | undefined) => {
        if (!listing || found.has(listing.id)) return
        const at = entry ?? -1
        const { relevance, share } = byEntry.get(at) ?? { relevance: 0, share: 0 }
        const matches = groupMatches(matched(at))
        found.set(listing.id, { listing, textMatch: relevance, share, matches })
      }
      for (const entry of matching) add(listingAt(entry), entry)
      const narrowed = [
        ...toolSlugs.map((slug) => ({ tool: slug })),
        ...(useCase === null ? [] : [{ facets: [facet('use_case', useCase)] }]),
      ]
      for (const filter of narrowed) {
        const query = { task: 'all', sort: 'popular', offset: 0, limit: bound, ...filter } as const
        for (const listing of published.list(query).listings) {
          add(listing, file.placeOfSlug(listing.slug))
        }
      }
      return [...found.values()]
    },
  }
}

type Named = Pick<SearchSignals, 'kind' | 'slug' | 'name' | 'name_key' | 'view_count'> & {
  id: string
}

function toolSignals(tool: Published['tools'][number] | undefined): Named | undefined {
  if (!tool) return undefined
  const { id, slug, name } = tool
  return { kind: 'tool', id, slug, name, name_key: searchKey(name), view_count: 0 }
}

function productSignals(listing: Listing | undefined): Named | undefined {
  if (!listing) return undefined
  const { id, slug, field } = listing
  const name = field('name')
  const view_count = field('view_count')
  return { kind: 'product', id, slug, name, name_key: searchKey(name), view_count }
}

interface WeighedGroup {
  weight: number
  need: number
  by: AskedGroup['by']
  /** Who matches in any way. */
  holders: ReadonlySet<number>
  /** Where it stands, and its worth as `groupWorth` says, from 0 to 1. */
  placed: (entry: number) => Pick<GroupMatch, 'stands' | 'on_topic'> & { worth: number }
}

/** Groups with who holds them, as far as the file knows: its marks are words near or far. */
function weigh(texts: ReturnType<typeof fileTexts>, groups: readonly AskedGroup[]): WeighedGroup[] {
  const weighed = groups.map((group): WeighedGroup => {
    const { words, marks, useCaseWord, factor, need, by } = group
    const held = words.map((word) => texts.holders(word))
    const marked = new Set(
      marks.flatMap((mark) =>
        inAll(
          mark.map((word) => texts.holders(word)),
          isMark,
        ),
      ),
    )
    const cased = texts.holders(useCaseWord ?? '')
    const holders = new Set([...inAll(held), ...marked, ...cased.keys()])
    const stands = (entry: number): GroupMatch['stands'] => {
      const letters = new Set(held.map((one) => one.get(entry)))
      if (letters.has(undefined)) return '-'
      return letters.size === 1 ? [...letters][0]! : 'M'
    }
    const placed = (entry: number) => {
      const place = { stands: stands(entry), on_topic: marked.has(entry) }
      return { ...place, worth: worthOf(place, group, cased.has(entry)) }
    }
    const rarity = texts.rarity(holders.size)
    return { weight: factor * rarity, need: need * rarity, by, holders, placed }
  })
  const isTelling = ({ holders }: WeighedGroup) => !texts.isBroad(holders.size)
  if (!weighed.some(isTelling)) return weighed
  // Each keeps its place, by which the words that matched are told.
  return weighed.map((one) => (isTelling(one) ? one : { ...one, ...saysNothing }))
}

const saysNothing = { weight: 0, need: 0, holders: new Set<number>() } as const

const isMark = (letter: TextLetter) => letter === 'A' || letter === 'C'

/** The entries that hold every word, each in a text that will do. */
function inAll(
  held: readonly Holders[],
  isGood: (letter: TextLetter) => boolean = () => true,
): number[] {
  const [first, ...others] = held
  return [...(first ?? [])].flatMap(([entry, letter]) =>
    isGood(letter) && others.every((one) => one.has(entry) && isGood(one.get(entry)!))
      ? [entry]
      : [],
  )
}

/** How an entry matches each group. */
function matchedBy(groups: readonly WeighedGroup[]) {
  return (entry: number) =>
    groups.map(({ weight, need, by, placed }) => ({ ...placed(entry), weight, need, by }))
}
