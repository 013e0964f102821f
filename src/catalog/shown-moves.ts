import type { Move } from '#core/moves.ts'
import type { ShownMove } from '#present/lists/move-words.ts'
import type { Published } from './questions.ts'

/** Moves with their names: of products that are still listed, and tools that are still known. */
export function* shownMoves(
  moves: Iterable<Move>,
  { product, toolsBySlug }: Pick<Published, 'product' | 'toolsBySlug'>,
): Generator<ShownMove> {
  const named = (slugs: readonly string[]) =>
    slugs.flatMap((slug) => {
      const tool = toolsBySlug.get(slug)
      return tool ? [{ slug, name: tool.name }] : []
    })
  for (const { product: slug, month, at, ...tools } of moves) {
    const listing = product(slug)
    const [left, came] = [named(tools.left), named(tools.came)]
    if (!listing || left.length + came.length === 0) continue
    const [name, topics] = [listing.field('name'), listing.field('topics')]
    yield { product: { slug, name, topics }, month, at, left, came }
  }
}
