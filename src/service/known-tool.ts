import type { Published } from '#catalog/questions.ts'
import type { CatalogTool } from '#catalog/tables.ts'
import { ApiError } from '#contract/errors.ts'
import { cut } from '#contract/text.ts'
import { didYouMean } from '#core/nearest-names.ts'
import { nameResolver } from '#core/stack.ts'

/** The tool with this slug, name or alias. Throws a 404 that names the nearest. */
export function knownTool(term: string, { tools }: Pick<Published, 'tools'>): CatalogTool {
  const found = nameResolver(tools)(term)
  if (found) return found
  const slugs = tools.map(({ slug }) => slug)
  const hint = didYouMean(term, slugs)
  throw new ApiError('not_found', `No tool is known as ${JSON.stringify(cut(term, 60))}${hint}.`)
}
