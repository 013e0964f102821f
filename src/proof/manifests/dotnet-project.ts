import { packageUrl } from '#core/package-url.ts'
import type { Finding } from './finding.ts'
import { lineAt, withoutComments } from './without-comments.ts'

/**
 * A project of .NET: the packages that it references. Directory.Packages.props, which only manages
 * their versions, is none.
 */
export function readDotnetProject(text: string): Finding[] {
  const plain = withoutComments(text, /<!--[^]*?-->/g)
  return [
    ...plain.matchAll(/<PackageReference\s([^>]*?)(?:\/>|>([^]*?)<\/PackageReference>)/g),
  ].flatMap(({ index, 1: attributes = '', 2: body = '' }): Finding[] => {
    const [, name] = /\bInclude\s*=\s*["']([\w.-]+)["']/.exec(attributes) ?? []
    if (name === undefined) return []
    // What is private to all is not passed on: analysers, and what builds and tests.
    const isPrivate = /\bPrivateAssets\b[^<]*?\ball\b/i.test(`${attributes} ${body}`)
    const kind = isPrivate ? 'dev' : 'required'
    return [{ package: packageUrl('nuget', name), line: lineAt(plain, index), kind }]
  })
}
