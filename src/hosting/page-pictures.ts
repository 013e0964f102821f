import type { openBuiltCatalog } from '#catalog/built.ts'
import { listWords } from '#catalog/list-words.ts'
import { viewOf } from '#catalog/listing-view.ts'
import { mostUsedTools } from '#catalog/most-used-tools.ts'
import { prerenderedListings } from '#catalog/prerendered.ts'
import type { Content } from '#content-files/load.ts'
import { addresses } from '#core/addresses.ts'
import { plural } from '#core/plural.ts'
import { familiesOf } from '#core/topics.ts'
import {
  type Picture,
  type Tile,
  bandFor,
  canBeDrawn,
  commonPicture,
  greenBand,
} from '#exports/picture.ts'
import { faceOf } from '#present/face.ts'
import { facet } from '#present/lists/browse.ts'
import { type LandingGroup, facetGroups } from '#present/lists/facet-choice.ts'
import { quarterView } from '#present/lists/quarter.ts'
import { hasTrend, movers, pointsWords, ranking, sharesOf } from '#present/lists/trend-words.ts'
import type { ListingView } from '#present/present.ts'
import { proofView } from '#present/product/product-proof.ts'
import { month, verifiedWords, words } from '#present/words.ts'

type BuiltCatalog = ReturnType<typeof openBuiltCatalog>
type Pictures = Generator<[page: string, picture: Picture]>

/** The content that pictures show. */
export type PictureContent = Pick<Content, 'landingPages' | 'icons' | 'quarters'>

/** The minimum number of listings for a picture. Pages of shorter lists get the common picture. */
const fewestListings = 3
/** The most tiles that fit into the two rows of a picture. */
const mostTiles = 18

/** The preview pictures of home, lists, trends, tools and prerendered listings, with the paths of these pages. */
export function* pagePictures(
  catalog: BuiltCatalog,
  { landingPages, icons, quarters }: PictureContent,
): Pictures {
  const to = addresses('')
  const families = familiesOf(catalog.topics)
  const tile = (slug: string): Tile => {
    const { name = slug, topics = [] } = catalog.toolsBySlug.get(slug) ?? {}
    const face = { attributes: 'viewBox="0 0 4 4"', shapes: faceOf({ slug, topics }, families) }
    return { slug, name, icon: icons[slug] ?? face }
  }
  const trends = catalog.trends()

  const mostUsed = catalog.tools.toSorted((a, b) => b.product_count - a.product_count)
  const home = {
    ...commonPicture,
    text: `${catalog.total} reviewed products and the tools in their stacks. Open data, JSON API, MCP.`,
    tiles: mostUsed.slice(0, mostTiles).map(({ slug }) => tile(slug)),
  }
  yield [to.home, home]
  for (const { facet: name, title, text } of landingPages) {
    // The cast is safe: the schema requires a group and a value, such as `use/support`.
    const [group, value] = name.split('/') as [LandingGroup, string]
    const { kind, read, page } = facetGroups[group]
    const listed = listOf(catalog, facet(kind, read(value)), tile)
    if (listed) yield [page(value, to), { title, text, ...listed, band: greenBand(name) }]
  }
  for (const { slug } of catalog.topics) {
    const { title, text } = listWords(catalog, { group: 'topic', value: slug })!
    const listed = listOf(catalog, facet('topic', slug), tile)
    const band = bandFor({ slug, topics: [slug] }, families)
    if (listed) yield [to.topic(slug), { title, text, ...listed, band }]
  }
  const rose = movers(ranking(trends, catalog.toolsBySlug), mostTiles / 2).up
  const [first] = rose
  if (first) {
    const picture = {
      title: 'Which tools come and go',
      text: `What ${trends.products} products took up and gave up. Rising most:`,
      tiles: rose.map(({ slug }) => tile(slug)),
      line: first.shares.map(({ percent }) => percent),
      proof: `${first.name}: ${first.shares.at(-1)!.percent} %`,
      note: `${pointsWords(first.points)} points in a year`,
      band: greenBand('trends'),
    }
    yield [to.trends, picture]
  }
  for (const { slug, title, lead, tools, up } of quarters.map(quarterView)) {
    const picture = {
      title,
      text: lead,
      tiles: tools.slice(0, mostTiles).map((tool) => tile(tool.slug)),
      proof: `${tools[0]!.name}: ${tools[0]!.shares.at(-1)!.percent} %`,
      note: up[0] && `${up[0].name} ${pointsWords(up[0].points)}`,
      band: greenBand(slug),
    }
    yield [`${to.state}/${slug}`, picture]
  }
  for (const { slug, name, description, topics, product_count } of catalog.tools) {
    if (product_count < fewestListings || !canBeDrawn(name)) continue
    const trend = trends.tools.find((tool) => tool.slug === slug)
    const shares = trend && hasTrend(trend) ? sharesOf(trends, trend.used) : []
    const last = shares.at(-1)
    const picture = {
      title: name,
      mark: tile(slug),
      text: description ?? '',
      tiles: [],
      proof: `Used by ${plural(product_count, 'reviewed product')}`,
      note: last && `${last.percent} % in ${last.quarter}`,
      band: bandFor({ slug, topics }, families),
      ...(last && shares.length > 1 && { line: shares.map(({ percent }) => percent) }),
    }
    yield [to.tool(slug), picture]
  }
  for (const listing of prerenderedListings(catalog)) {
    const view = viewOf(listing)
    const { slug, name, description, topics, tools, lifecycle } = view.product
    if (!canBeDrawn(name)) continue
    const isEnded = lifecycle.state !== 'active'
    const picture = {
      title: name,
      text: description,
      tiles: tools.map((tool) => tile(tool.slug)),
      ...figure(view),
      band: bandFor({ slug, topics: isEnded ? [] : topics }, families),
      isEnded,
    }
    yield [to.listing(slug), picture]
  }
}

/** What is worth saying of a product: tools that its code proves are better evidence than sources. */
function figure({ product, evidence }: ListingView): Pick<Picture, 'proof' | 'note' | 'isProved'> {
  const { proof, tools, lifecycle, claim_review_status, qualification_type } = product
  const { count } = proofView(proof, tools.length)
  const sources = evidence.length > 0 ? `${plural(evidence.length, 'source')} read` : ''
  const shown = count > 0 ? `${count} of ${plural(tools.length, 'tool')} proved` : sources
  if (lifecycle.state !== 'active') {
    const since = lifecycle.since ? ` since ${month(lifecycle.since)}` : ''
    return { proof: `${words.lifecycle[lifecycle.state]}${since}`, note: shown }
  }
  const mcp = proof?.tools.find(({ slug }) => slug === 'model-context-protocol')?.since
  const claim =
    claim_review_status === 'verified' && qualification_type
      ? verifiedWords(qualification_type)
      : undefined
  const note = mcp ? `MCP since ${month(mcp)}` : claim
  return { proof: shown || (claim ?? ''), note: shown ? note : undefined, isProved: count > 0 }
}

/** For the picture of a list: how many products it has, and what they are built with. */
function listOf(
  catalog: BuiltCatalog,
  wanted: string,
  tile: (slug: string) => Tile,
): Pick<Picture, 'proof' | 'note' | 'tiles'> | undefined {
  const query = { task: 'all', sort: 'popular', offset: 0, limit: 1, facets: [wanted] } as const
  const { total } = catalog.list(query)
  if (total < fewestListings) return undefined
  const used = mostUsedTools(catalog, wanted).slice(0, mostTiles)
  return {
    tiles: used.map(({ slug }) => tile(slug)),
    proof: `${total} reviewed products`,
    note: used[0] && `${used[0].count} use ${used[0].name}`,
  }
}
