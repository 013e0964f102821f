import { listWords } from '#catalog/list-words.ts'
import { briefOf, viewOf } from '#catalog/listing-view.ts'
import type { openBuiltCatalog } from '#catalog/built.ts'
import { mostUsedTools } from '#catalog/most-used-tools.ts'
import { prerenderedListings } from '#catalog/prerendered.ts'
import type { Content } from '#content-files/load.ts'
import { addresses } from '#core/addresses.ts'
import { plural } from '#core/plural.ts'
import { familiesOf } from '#core/topics.ts'
import { facet } from '#present/lists/browse.ts'
import { type LandingGroup, facetGroups } from '#present/lists/facet-choice.ts'
import { faceOf } from '#present/face.ts'
import { proofView } from '#present/product/product-proof.ts'
import { hasTrend, movers, pointsWords, sharesOf } from '#present/lists/trend-words.ts'
import { verifiedWords, words } from '#present/words.ts'
import { type Picture, type PictureBar, canBeDrawn } from '#exports/picture.ts'

type BuiltCatalog = ReturnType<typeof openBuiltCatalog>

/** The minimum number of listings for a picture. Pages of shorter lists get the common picture. */
const fewestListings = 3

/**
 * The preview pictures of landing pages, topics, trends, tools and prerendered listings, with the
 * paths of these pages.
 */
export function* pagePictures(
  catalog: BuiltCatalog,
  { landingPages }: Pick<Content, 'landingPages'>,
): Generator<[page: string, picture: Picture]> {
  const to = addresses('')
  for (const { facet: name, title, text } of landingPages) {
    // The cast is safe: the schema of landing pages requires a group and a value, such as
    // `use/support`.
    const [group, value] = name.split('/') as [LandingGroup, string]
    const { kind, read, page } = facetGroups[group]
    const listed = listOf(catalog, facet(kind, read(value)))
    if (listed) yield [page(value, to), { title, text, ...listed }]
  }
  yield* chartPictures(catalog)
  for (const { slug, name, description } of catalog.tools) {
    const listed = listOf(catalog, facet('tool', slug))
    if (!listed || !canBeDrawn(name)) continue
    const picture = { title: `Built with ${name}`, text: description ?? '', ...listed }
    yield [to.tool(slug), { ...picture, ...useOverTime(catalog, slug, listed.proof) }]
  }
  const families = familiesOf(catalog.topics)
  for (const listing of prerenderedListings(catalog)) {
    const { product, evidence } = viewOf(listing)
    if (!canBeDrawn(product.name)) continue
    const claim =
      product.claim_review_status === 'verified' &&
      product.qualification_type &&
      verifiedWords(product.qualification_type)
    const { state } = product.lifecycle
    const count = evidence.length
    const read = count > 0 && `${plural(count, 'source')} read`
    const shown = proofView(product.proof, product.tools.length)
    const picture = {
      title: product.name,
      face: faceOf(product, families),
      text: product.description,
      // Tools that the code proves are better evidence than the number of sources that were read.
      proof: [
        state !== 'active' && words.lifecycle[state],
        shown.count > 0 ? shown.words : read,
        claim,
      ]
        .filter(Boolean)
        .join(' · '),
      names: product.tools.map((tool) => tool.name).filter(canBeDrawn),
      of: product.tools.length,
    }
    yield [to.listing(product.slug), picture]
  }
}

/** The pictures of pages with bars: topics, and trends. */
function* chartPictures(catalog: BuiltCatalog): Generator<[page: string, picture: Picture]> {
  const to = addresses('')
  for (const { slug } of catalog.topics) {
    const listed = listOf(catalog, facet('topic', slug))
    if (!listed) continue
    const { title, text } = listWords(catalog, catalog, { group: 'topic', value: slug })!
    const bars = mostUsedTools(catalog, facet('topic', slug)).map(({ name, count }) => ({
      name,
      count,
      value: `${count} of ${listed.of}`,
    }))
    yield [
      to.topic(slug),
      {
        title,
        text,
        ...listed,
        ...(bars.length > 1 && {
          bars: drawn(bars),
          proof: `${listed.proof}, and what they are built with`,
        }),
      },
    ]
  }
  const { up } = movers(catalog.trends(), mostBars)
  const rose = up.flatMap(({ trend, points }) => {
    const tool = catalog.toolsBySlug.get(trend.slug)
    return tool ? [{ name: tool.name, count: points, value: `${pointsWords(points)} points` }] : []
  })
  if (rose.length > 1) {
    yield [
      to.trends,
      {
        title: 'Which tools come and go',
        text: 'Whose share of the products rose most in a year',
        proof: `Read from the histories of ${catalog.trends().products} products`,
        names: [],
        of: 0,
        bars: drawn(rose),
      },
    ]
  }
}

/** The bars that fit into a picture. A bar whose name the fonts lack is left out. */
const mostBars = 5
const drawn = (bars: readonly PictureBar[]) =>
  bars.filter(({ name }) => canBeDrawn(name)).slice(0, mostBars)

/** For the picture of a tool: its share by quarter, and the last one beside the number of listings. */
function useOverTime(
  catalog: BuiltCatalog,
  slug: string,
  listed: string,
): Pick<Picture, 'line' | 'proof'> | undefined {
  const trends = catalog.trends()
  const trend = trends.tools.find((tool) => tool.slug === slug)
  const shares = trend && hasTrend(trend) ? sharesOf(trends, trend.used) : []
  const last = shares.at(-1)
  if (!last || shares.length < 2) return undefined
  const proof = `${listed} · used by ${last.count} of ${last.of} in ${last.quarter}`
  return { line: shares.map(({ percent }) => percent), proof }
}

/**
 * For the picture of a list: the number of listings with a facet, and the names of some of them.
 */
function listOf(
  catalog: BuiltCatalog,
  wanted: string,
): Pick<Picture, 'proof' | 'names' | 'of'> | undefined {
  const query = { task: 'all', sort: 'popular', offset: 0, limit: 12, facets: [wanted] } as const
  const { total, listings } = catalog.list(query)
  if (total < fewestListings) return undefined
  return {
    of: total,
    proof: `${total} reviewed products`,
    names: listings.map((listing) => briefOf(listing).name).filter(canBeDrawn),
  }
}
