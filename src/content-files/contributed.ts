// What a check of one file finds in the texts and the stack that somebody contributes. The build
// does not look for it: editors have read what is stamped.
import path from 'node:path'
import { labelOf } from '#contract/product-fields.ts'
import { suspicions } from '#core/suspicious-text.ts'
import type { ListingFile, ProofFile, ToolFile } from './schemas.ts'

// A path or the name of an image is one long word, and the rules of listings name praise.
const others = ['long_word', 'advertising']

/** Texts of a file that speak to a model or hide something, a sentence each: the first finding. */
export function suspiciousTexts(file: string, value: unknown): string[] {
  return stringsIn(value, []).flatMap(({ at, text }) => {
    const field = at[0] ?? ''
    const found = suspicions(field, text).find(({ kind }) => !others.includes(kind))
    if (!found) return []
    return `${file}: ${at.join('.')}: ${found.sentence.slice(labelOf(field).length + 2)}`
  })
}

function stringsIn(
  value: unknown,
  at: readonly string[],
): { at: readonly string[]; text: string }[] {
  if (typeof value === 'string') return /^https?:\S+$/.test(value) ? [] : [{ at, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => stringsIn(inner, [...at, key]))
}

/** Tools of a listing that no proof shows and no evidence names. */
export function unshownTools(
  file: string,
  { tools, evidence }: ListingFile,
  proof: ProofFile | undefined,
  known: readonly { slug: string; value: Pick<ToolFile, 'name' | 'aliases'> }[],
): string[] {
  const namesOf = new Map(known.map(({ slug, value }) => [slug, [value.name, ...value.aliases]]))
  const proved = new Set((proof?.tools ?? []).flatMap((tool) => (tool.source ? [tool.slug] : [])))
  const shown = evidence.map(({ shows }) => shows).join('\n')
  const isNamed = (slug: string) =>
    [slug, ...(namesOf.get(slug) ?? [])].some((name) =>
      new RegExp(`(?<![\\p{L}\\d])${RegExp.escape(name)}(?![\\p{L}\\d])`, 'iu').test(shown),
    )
  return tools
    .filter((slug) => namesOf.has(slug) && !proved.has(slug) && !isNamed(slug))
    .map(
      (slug) =>
        `${file}: tools: nothing shows ${slug}; let \`reread ${path.parse(file).name}\` find its line, or name it in \`shows\` of the evidence that does`,
    )
}
