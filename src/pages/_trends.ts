// What /trends and its Markdown version show: tools by their names, from the trends of the build.
import { catalog } from '#catalog/published.ts'
import { movers, replacements } from '#present/trend-words.ts'

const mostChanged = 9
const mostReplaced = 20

const named = (slug: string) => catalog.tools.find((tool) => tool.slug === slug)

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

/** What came when another tool left, the most frequent first. */
export function toolsReplaced() {
  return replacements(catalog.trends())
    .flatMap(({ from, to, ...counts }) => {
      const [left, came] = [named(from), named(to)]
      return left && came ? [{ left, came, ...counts }] : []
    })
    .slice(0, mostReplaced)
}
