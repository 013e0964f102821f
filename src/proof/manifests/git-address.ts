import { packageUrl } from '#core/package-url.ts'
import type { Required } from './requirement.ts'

/**
 * The package URL of a repository that is installed by its address alone, such as
 * `git+https://github.com/owner/name@v1` or `github:owner/name`. Of other hosts only the name of the
 * repository is used: their addresses may be private.
 */
function gitUrl(address: string): string | undefined {
  const text = address.replace(/^(?:github:|(?:git\+)?git@github\.com:)/, 'git+https://github.com/')
  const [, scheme = '', host = '', path = ''] =
    /^(git\+\w+|git|https?|ssh):\/\/(?:[^/@\s]*@)?([\w.-]+)[/:]([\w./~-]+)/.exec(text) ?? []
  const parts = path.split('/').flatMap((part) => part.replace(/\.git$/, '') || [])
  const [owner, name] = parts
  if (/^(?:www\.)?github\.com$/i.test(host))
    return name === undefined ? undefined : packageUrl('github', `${owner}/${name}`)
  const last = parts.at(-1)
  return last === undefined || !scheme.startsWith('git') ? undefined : packageUrl('generic', last)
}

/** The repository of such an address as a package, which asks for no version. */
export function gitPackage(address: string): Required | undefined {
  const url = gitUrl(address)
  return url === undefined ? undefined : { package: url, requirement: null }
}
