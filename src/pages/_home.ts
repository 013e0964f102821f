// What the home page shows of the directory: one proof, faces, figures, topics and the ranking.
import { detailOf } from '#catalog/listing-view.ts'
import { catalog } from '#catalog/published.ts'
import type { ProductProof } from '#contract/resources/proof.ts'
import { facet } from '#present/lists/browse.ts'
import { ranking } from '#present/lists/trend-words.ts'
import { proofView } from '#present/product/product-proof.ts'
import { topicList } from './_facet-pages.ts'
import { newestSwitches } from './_moves.ts'

const listings = [...catalog.listings([])]
// A rank of 0 is none, and stands last.
const placeOf = (product: { featured_rank: number }) => product.featured_rank || Number.MAX_VALUE

/** The featured listings by their rank. */
const featured = [...catalog.listings([facet('featured', 'true')])]
  .map(detailOf)
  .sort((a, b) => placeOf(a) - placeOf(b))

type ProvedTool = ProductProof['tools'][number]
/** Whether a proof names a version and says since when. */
const isTelling = ({ state, level, requirement, since }: ProvedTool) =>
  state === 'proved' && level === 'required' && requirement !== null && since !== null

/** A tool of the first featured listing that has a telling proof, with its line. */
export const heroProof = featured.flatMap((product) => {
  const proved = product.proof?.tools.find(isTelling)
  const tool = proved && catalog.toolsBySlug.get(proved.slug)
  const line = proved && proofView(product.proof, 0).line(proved.slug)
  return tool && line ? [{ product, tool, line }] : []
})[0]

const mostFaces = 48
/** Faces for the picture behind the proof. */
export const faces = listings
  .slice(0, mostFaces)
  .map((listing) => ({ slug: listing.slug, topics: listing.field('topics') }))

const proofs = listings.flatMap((listing) => listing.proof() ?? [])
/** What the directory holds, in figures. */
export const figures = [
  { count: catalog.total, what: 'reviewed products' },
  {
    count: proofs.flatMap(({ tools }) => tools).filter(({ state }) => state === 'proved').length,
    what: 'proofs, each with its file and commit',
  },
  {
    count: catalog.trends().products,
    what: 'repositories read back to their first commit',
  },
  { count: 0, what: 'accounts, advertisements or cookies' },
]

const mostTopics = 12
/** The topics with most listings first. */
export const topics = topicList().toSorted((a, b) => b.count - a.count)
export const firstTopics = topics.slice(0, mostTopics)

const mostSwitched = 6
/** The newest moves of products that dropped one tool and added another. */
export const switched = newestSwitches(mostSwitched)

const mostRanked = 8
/** The tools that most products use. */
export const ranked = ranking(catalog.trends(), catalog.toolsBySlug).slice(0, mostRanked)
