import { limits } from '#contract/limits.ts'
import type { StoredRequirement } from '#contract/resources/proof.ts'

/** A package that a line names, with the version that it asks for. */
export interface Required {
  package: string
  requirement: StoredRequirement | null
}

/** Version expressions of all package managers. Addresses and variables have other characters. */
const expression = /^[\w.*+!<>=~^|,() -]+$/
/** Words that ask for no version in particular. */
const anyVersion = /^(?:\*|x|latest|)$/i
/** Keys of well-known services, which somebody may have put in the place of a version. */
const secretLike = /\b(?:sk-|gh[pousr]_|github_pat_|AKIA|AIza|xox[abpr]-)[\w-]{12}/

/**
 * The version expression of a manifest, such as `^15.1.0`, `>=3.11,<4` or `16-alpine`. Null if the
 * text asks for no version, or is an address, a variable or a secret.
 */
export function requirementOf(text: unknown): StoredRequirement | null {
  if (typeof text !== 'string' || text.length > limits.requirement) return null
  const raw = text.trim()
  const isExpression = expression.test(raw) && !anyVersion.test(raw) && !secretLike.test(raw)
  return isExpression ? { raw } : null
}
