import { facet } from '#core/browse.ts'
import { searchKey } from '#core/search-key.ts'
import type { SearchSignals } from '#core/search-ranking.ts'
import { firstTool } from './file/schema.ts'
import type { CatalogFile } from './file/read.ts'
import { type Holders, type WeighedWord, fileTexts, shareOf } from './file/texts.ts'
import type { Listing, Published, TextSearch } from './questions.ts'

/** How many listings each part of a task and a stack brings, as in db/recommend.ts. */
const bound = 200

/** A word in the long texts alone counts less. */
const longTextWorth = 0.4
const longTextWeight = 0.1

/** Searches the file. What left since the build is not found, and what changed is told as it is now. */
export function textSearch(
  file: CatalogFile,
  published: Pick<Published, 'list' | 'tools'> & { find: Published['product'] },
): TextSearch {
  const texts = fileTexts(file)
  const listingAt = (entry: number) => published.find(file.at(entry).slug)

  return {
    candidates: ({ key, words, kind }) => {
      const weighed = texts.weigh(words)
      const exact = new Set(texts.exact(key))
      const begun = new Set(texts.begun(key))
      const holding = weighed.flatMap(({ held }) => [...held.keys()])
      const entries = new Set([...exact, ...begun, ...holding, ...texts.similar(key)])
      return [...entries]
        .filter((entry) => kind === null || texts.isTool(entry) === (kind === 'tool'))
        .flatMap((entry) => {
          const named = texts.isTool(entry)
            ? toolSignals(published.tools[entry - firstTool])
            : productSignals(listingAt(entry))
          if (!named) return []
          const signals = {
            is_exact: exact.has(entry),
            is_prefix: begun.has(entry),
            text_rank: meanWeight(weighed, entry),
            share: shareOf(weighed, (held) => (held.has(entry) ? 1 : 0)),
          }
          return [{ ...named, ...signals }]
        })
    },

    forTask: ({ useCase, toolSlugs, words }) => {
      const weighed = texts.weigh(words)
      const worth = (held: Holders, entry: number) =>
        held.has(entry) ? (held.get(entry)! > longTextWeight ? 1 : longTextWorth) : 0
      const matches = new Map(
        [...new Set(weighed.flatMap(({ held }) => [...held.keys()]))]
          .filter((entry) => !texts.isTool(entry))
          .map((entry) => [entry, shareOf(weighed, (held) => worth(held, entry))] as const)
          .sort(([, a], [, b]) => b - a)
          .slice(0, bound),
      )
      const found = new Map<string, { listing: Listing; textMatch: number }>()
      const add = (listing: Listing | undefined, textMatch: number) => {
        if (listing && !found.has(listing.id)) found.set(listing.id, { listing, textMatch })
      }
      for (const [entry, match] of matches) add(listingAt(entry), match)
      const narrowed = [
        ...toolSlugs.map((slug) => ({ tool: slug })),
        ...(useCase === null ? [] : [{ facets: [facet('use_case', useCase)] }]),
      ]
      for (const filter of narrowed) {
        const query = { task: 'all', sort: 'popular', offset: 0, limit: bound, ...filter } as const
        for (const listing of published.list(query).listings) {
          const n = file.placeOfSlug(listing.slug)
          add(listing, n === undefined ? 0 : (matches.get(n) ?? 0))
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
  const { id, slug, name, view_count } = JSON.parse(listing.listItem()) as {
    [F in 'id' | 'slug' | 'name']: string
  } & { view_count: number }
  return { kind: 'product', id, slug, name, name_key: searchKey(name), view_count }
}

function meanWeight(words: readonly WeighedWord[], entry: number): number {
  const sum = words.reduce((total, { held }) => total + (held.get(entry) ?? 0), 0)
  return sum / Math.max(1, words.length)
}
