import { packageUrl } from '#core/package-url.ts'
import type { Required } from './requirement.ts'

/**
 * A repository that is installed by its address alone, such as `git+https://github.com/owner/name@v1`
 * or `github:owner/name`, as a package, which asks for no version. Of other hosts only the name of the
 * repository is used: their addresses may be private.
 */
export function gitPackage(address: string): Required | undefined {
  const text = address.replace(/^(?:github:|(?:git\+)?git@github\.com:)/, 'git+https://github.com/')
  const [, scheme = '', host = '', path = ''] =
    /^(git\+\w+|git|https?|ssh):\/\/(?:[^/@\s]*@)?([\w.-]+)[/:]([\w./~-]+)/.exec(text) ?? []
  const parts = path.split('/').flatMap((part) => part.replace(/\.git$/, '') || [])
  const [owner, name] = parts
  const last = parts.at(-1)
  const url = /^(?:www\.)?github\.com$/i.test(host)
    ? name && packageUrl('github', `${owner}/${name}`)
    : last && scheme.startsWith('git') && packageUrl('generic', last)
  return url ? { package: url, requirement: null } : undefined
}
