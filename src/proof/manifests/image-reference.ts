import { imageTag, imageUrl, longestReference } from '#core/package-url.ts'
import type { Finding, Unresolved } from './finding.ts'
import { requirementOf } from './requirement.ts'

/** Longer texts are not read: no image has such a name, and it bounds the work on variables. */
const longestText = 4 * longestReference
/** Stands for the value of a variable that is set elsewhere. */
export const elsewhere = '\0'

const variable = /\$\{(\w+)(?:(:?)([-+?])([^{}]*))?\}|\$(\w+)/g

/**
 * The text with its variables, as in Dockerfiles and Compose files: by their values, or by their
 * defaults, as in `${TAG:-16}`. A variable with neither becomes a NUL.
 */
export function expanded(text: string, values: ReadonlyMap<string, string>): string {
  let result = text.slice(0, longestText + 1)
  // Each round resolves the innermost ones of `${A:-${B:-x}}`.
  for (let round = 0; round < 8 && result.includes('$'); round++) {
    if (result.length > longestText) return elsewhere
    result = result.replace(variable, (_, braced, colon, operator, word = '', plain) => {
      const value = values.get(braced ?? plain)
      const isSet = value !== undefined && (colon !== ':' || value !== '')
      if (operator === '+') return isSet ? word : ''
      if (isSet) return value
      return operator === '-' ? word : elsewhere
    })
  }
  return result
}

/** The image that a text names, with variables. A tag or a digest may be set elsewhere. */
export function imageIn(
  text: string,
  line: number,
  kind: 'image' | 'build_image' = 'image',
  values: ReadonlyMap<string, string> = new Map(),
): (Finding | Unresolved)[] {
  const [named = ''] = expanded(text.trim(), values).split('@', 1)
  const tag = named.indexOf(':', named.lastIndexOf('/') + 1)
  const isTagElsewhere = tag !== -1 && named.includes(elsewhere, tag)
  const reference = isTagElsewhere ? named.slice(0, tag) : named
  if (reference === '') return []
  const url = imageUrl(reference)
  if (url) return [{ package: url, line, kind, requirement: requirementOf(imageTag(reference)) }]
  return [{ line, unresolved: /[$\0]/.test(reference) ? 'variable' : 'not_understood' }]
}
