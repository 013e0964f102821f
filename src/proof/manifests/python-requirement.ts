import { packageUrl } from '#core/package-url.ts'
import { gitUrl } from './git-address.ts'

/** The name of a requirement (PEP 508), before its extras, versions and markers. */
const named =
  /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(?:$|[<>=!~;@(,\s])/

/**
 * The package URL of a requirement such as `sqlalchemy[asyncio]>=2 ; python_version > "3.9"`. A name
 * stated with a git address counts, since pip refuses a repository of another name.
 */
export function requirementUrl(requirement: string): string | undefined {
  const text = requirement.trim()
  const name = /[#&]egg=([\w.-]+)/.exec(text)?.[1] ?? named.exec(text)?.[1]
  return name === undefined ? gitUrl(text) : packageUrl('pypi', name)
}
