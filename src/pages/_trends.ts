// What /trends and its Markdown version show: tools by their names, from the trends of the build.
import { catalog } from '#catalog/published.ts'
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

/** The tools that several products gave up, and what came then. */
export function toolsReplaced() {
  return replacedTools(catalog.trends())
    .flatMap(({ slug, left, came }) => {
      const tool = named(slug)
      const others = came.flatMap((other) => {
        const known = named(other.slug)
        return known ? [{ ...other, name: known.name }] : []
      })
      return tool && others.length > 0 ? [{ slug, name: tool.name, left, came: others }] : []
    })
    .slice(0, mostReplaced)
}
