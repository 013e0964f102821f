// What /trends and its Markdown version show: tools by their names, from the trends of the build.
import { catalog } from '#catalog/published.ts'
import { historyOf } from '#catalog/stack-history.ts'
import { once } from '#core/once.ts'
import { cameFor } from '#core/trends.ts'
import { movers, replacedTools } from '#present/lists/trend-words.ts'

const mostChanged = 9
const mostReplaced = 16

const named = (slug: string) => catalog.toolsBySlug.get(slug)

/** The tools whose share changed most in the last year, up and down. */
export function changedTools() {
  // Tools that the directory no longer knows are left out, so more are asked for than are shown.
  const { up, down } = movers(catalog.trends(), 2 * mostChanged)
  const known = (moved: typeof up) =>
    moved
      .flatMap(({ trend: { slug }, shares, points }) => {
        const tool = named(slug)
        return tool ? [{ slug, name: tool.name, shares, points }] : []
      })
      .slice(0, mostChanged)
  return { up: known(up), down: known(down) }
}

interface Product {
  slug: string
  name: string
}

/** The products that gave up one tool when another came, by the slugs of the tools. */
const moves = once(() => {
  const byTools = new Map<string, Product[]>()
  for (const listing of catalog.listings([])) {
    const product = { slug: listing.slug, name: listing.field('name') }
    for (const history of historyOf({ proof: listing.proof() })) {
      const left = new Set(history.tools.flatMap(({ slug, until }) => (until ? [slug] : [])))
      for (const from of left)
        for (const came of cameFor(from, history, (slug) => named(slug)?.category)) {
          const key = `${from} ${came}`
          byTools.set(key, [...(byTools.get(key) ?? []), product])
        }
    }
  }
  return byTools
})

/** What came when a tool left, by its name, with the products. */
export function toolsThatCame(left: string, came: readonly { slug: string; count: number }[]) {
  return came.flatMap(({ slug, count }) => {
    const tool = named(slug)
    const products = (moves().get(`${left} ${slug}`) ?? []).toSorted((a, b) =>
      a.name.localeCompare(b.name, 'en'),
    )
    return tool ? [{ slug, name: tool.name, count, products }] : []
  })
}

/** The tools that several products gave up, and what came then. */
export function toolsReplaced() {
  return replacedTools(catalog.trends())
    .flatMap(({ slug, left, came }) => {
      const tool = named(slug)
      const others = toolsThatCame(slug, came)
      return tool && others.length > 0 ? [{ slug, name: tool.name, left, came: others }] : []
    })
    .slice(0, mostReplaced)
}
