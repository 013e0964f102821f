import type { CatalogTool, Published } from '#catalog/questions.ts'
import { ApiError } from '#contract/errors.ts'
import { cut } from '#contract/text.ts'
import { didYouMean } from '#core/nearest-names.ts'

/** The tool with a slug. Throws a 404 that names the nearest. */
export function knownTool(
  slug: string,
  { toolsBySlug }: Pick<Published, 'toolsBySlug'>,
): CatalogTool {
  const found = toolsBySlug.get(slug)
  if (found) return found
  const hint = didYouMean(slug, [...toolsBySlug.keys()])
  throw new ApiError('not_found', `No tool is known as ${JSON.stringify(cut(slug, 60))}${hint}.`)
}
