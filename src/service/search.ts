import type { Listing, Published } from '#catalog/questions.ts'
import * as contract from '#contract/operations/search.ts'
import type { ProductDetail, ProductListItem } from '#contract/resources/product.ts'
import type { SearchResult } from '#contract/resources/search-result.ts'
import { cleanText } from '#contract/text.ts'
import type { Addresses } from '#core/addresses.ts'
import { nothingFits } from '#core/notes.ts'
import { type AskedLicence, byLicence, hasLicence, licenceInWords } from '#core/licence-in-words.ts'
import { searchKey } from '#core/search-key.ts'
import { type SearchSignals, nearMisses, rankSearch } from '#core/search-ranking.ts'
import type { WordGroup } from '#core/word-groups.ts'
import type { Db } from '#db/connect.ts'
import { type SearchQuestion, findSearchCandidates, listSearchDetails } from '#db/search.ts'
import { handling } from './answer.ts'
import { askDatabaseElse } from './degraded.ts'
import {
  documentsOf,
  isBuiltWith,
  likenessTo,
  readQuestion,
  unwantedTools,
  withLikeness,
} from './read-question.ts'

/** GET /search */
export const search = handling(
  contract.search,
  async ({ query: { q, limit, type }, door }, service) => {
    const { to } = service
    const query = cleanText(q)
    const key = searchKey(query)
    // Only punctuation, or nothing: there is nothing to look for.
    if (key === '') return { status: 200, body: { results: [], query } }
    const published = await service.catalog.current()
    const licence = licenceInWords(query)
    const groups = readQuestion(licence?.rest || query, service.catalog, published)
    const asked = {
      key,
      groups,
      kind: type ?? null,
      limit,
      documents: documentsOf(published),
      licence,
    }
    const likeness = likenessTo(groups, published)
    const inCatalog = () => withLikeness(published.texts().candidates(asked), likeness)
    const { found, servedFrom } = await askDatabaseElse(
      service,
      async (db) => {
        const candidates = withLikeness(await findSearchCandidates(db, asked), likeness)
        return fromDatabase(db, bestOf(asked, candidates, published), published, to)
      },
      () => fromCatalog(published, bestOf(asked, inCatalog(), published), to),
    )
    if (found.length === 0 && type === undefined && !servedFrom)
      await service.foundNothing({ question: query, door })
    // What is near is asked of the catalogue: the database names what is above the floor.
    const near = () => nearMisses(asked, inCatalog())
    const body = {
      results: found,
      query,
      ...(found.length === 0 && { note: nothingFits(query, near()) }),
    }
    return { status: 200, body, servedFrom }
  },
)

interface ReadQuestion extends SearchQuestion {
  groups: readonly WordGroup[]
  licence: AskedLicence | undefined
}

/** In order, without what is known to have another licence than the one that is asked for. */
function bestOf<C extends SearchSignals>(
  asked: ReadQuestion,
  candidates: readonly C[],
  published: Pick<Published, 'product' | 'tools'>,
): C[] {
  const { licence, limit } = asked
  const unwanted = unwantedTools(asked.groups, published)
  const ranked = rankSearch(asked, candidates).filter(
    ({ kind, slug, is_exact }) =>
      is_exact || kind === 'tool' || !isBuiltWith(unwanted, slug, published),
  )
  if (!licence) return ranked.slice(0, limit)
  const has = ({ kind, slug, is_exact }: C) => {
    const listing = kind === 'product' && !is_exact ? published.product(slug) : undefined
    if (!listing) return undefined
    // Written by the contract's schema.
    const { proof, description } = JSON.parse(listing.detail()) as ProductDetail
    return hasLicence(licence, { licence: proof?.licence ?? null, description })
  }
  return byLicence(licence, ranked, has).slice(0, limit)
}

interface Chosen {
  kind: 'tool' | 'product'
  id: string
  slug: string
  name: string
}

async function fromDatabase(
  db: Db,
  chosen: readonly Chosen[],
  published: Published,
  to: Addresses,
): Promise<SearchResult[]> {
  const listed = new Map(fromCatalog(published, chosen, to).map((one) => [placeOf(one), one]))
  const entered = chosen.filter(({ kind, slug }) => !listed.has(placeOf({ type: kind, slug })))
  for (const one of await fromTables(db, entered, to)) listed.set(placeOf(one), one)
  return chosen.flatMap(({ kind, slug }) => listed.get(placeOf({ type: kind, slug })) ?? [])
}

const placeOf = ({ type, slug }: Pick<SearchResult, 'type' | 'slug'>) => `${type} ${slug}`

/** What entered after the catalogue was asked. */
async function fromTables(
  db: Db,
  chosen: readonly Chosen[],
  to: Addresses,
): Promise<SearchResult[]> {
  if (chosen.length === 0) return []
  const idsOf = (wanted: Chosen['kind']) =>
    chosen.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  const found = await listSearchDetails(db, { tools: idsOf('tool'), products: idsOf('product') })
  const tools = new Map(found.tools.map((tool) => [tool.id, tool]))
  const products = new Map(found.products.map((product) => [product.id, product]))
  return chosen.flatMap((one) => {
    const tool = tools.get(one.id)
    const product = products.get(one.id)
    if (tool) return [toolResult(one, tool, to)]
    return product ? [productResult(one, product, to)] : []
  })
}

function fromCatalog(
  published: Published,
  chosen: readonly Chosen[],
  to: Addresses,
): SearchResult[] {
  return chosen.flatMap((one) => {
    const tool = published.toolsById.get(one.id)
    if (tool) return [toolResult(one, tool, to)]
    const listing = published.product(one.slug)
    return listing ? [productResult(one, shownOf(listing), to)] : []
  })
}

function toolResult(
  { slug, name }: Chosen,
  { description, icon }: { description: string | null; icon: string | null },
  to: Addresses,
): SearchResult {
  const icon_url = icon === null ? null : to.icon(icon)
  const images = { icon_url, favicon_url: null, screenshot_url: null }
  return { type: 'tool', slug, name, description, href: to.tool(slug), ...images }
}

type Shown = Pick<ProductListItem, 'description' | 'favicon_url' | 'screenshot_url'>

function shownOf({ field }: Listing): Shown {
  return {
    description: field('description'),
    favicon_url: field('favicon_url'),
    screenshot_url: field('screenshot_url'),
  }
}

function productResult(
  { slug, name }: Chosen,
  { description, favicon_url, screenshot_url }: Shown,
  to: Addresses,
): SearchResult {
  const images = { icon_url: null, favicon_url, screenshot_url }
  return { type: 'product', slug, name, description, href: to.listing(slug), ...images }
}
