import { packageUrl } from '#core/package-url.ts'
import { gitPackage } from './git-address.ts'
import { type Required, requirementOf } from './requirement.ts'

/** The name of a requirement (PEP 508), before its extras, versions and markers. */
const named =
  /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(?=$|[<>=!~;@(,\s])/

const archive = /\.(?:whl|egg|zip|tgz|tar(?:\.\w+)?)$/i
/** Addresses that are no files on the machine. */
const remote = /^(?:(?:git|hg|svn|bzr)\+(?!file:)|(?:https?|git|ssh):)/i

/**
 * Reads a requirement such as `sqlalchemy[asyncio]>=2 ; python_version > "3.9"`. A name stated with a
 * git address counts, since pip refuses a repository of another name.
 */
export function readRequirement(line: string): Required | undefined {
  const text = line.trim()
  const egg = remote.test(text) ? /[#&]egg=([\w.-]+)/.exec(text)?.[1] : undefined
  const [begin = '', name = egg] = egg === undefined ? (named.exec(text) ?? []) : []
  const [, address = 'https:'] = /^@\s*([^]*)/.exec(text.slice(begin.length)) ?? []
  if (name !== undefined && (archive.test(name) || !remote.test(address))) return undefined
  if (name === undefined) return gitPackage(text)
  const [version = ''] = text.slice(begin.length).split(/[;#]/, 1)
  const stated = version.replace(/[()]/g, '').trim()
  const requirement = /^[<>=!~\d]/.test(stated) ? requirementOf(stated) : null
  return { package: packageUrl('pypi', name), requirement }
}
