import { packageUrl } from '#core/package-url.ts'
import type { Finding } from './finding.ts'
import { requirementOf } from './requirement.ts'
import { lineCounter, spans, withoutSpans } from './spans.ts'

/** Reads a .NET project file: its package references. */
export function readDotnetProject(text: string): Finding[] {
  const plain = withoutSpans(text, /<!--/g, () => '-->')
  const lineOf = lineCounter(plain)
  const references = spans(plain, /<PackageReference\s([^<>]*)>/g, ([, attributes = '']) =>
    attributes.endsWith('/') ? '' : '</PackageReference>',
  )
  return [...references].flatMap(({ begin, body }): Finding[] => {
    const [, attributes = ''] = begin
    const [, name] = /\bInclude\s*=\s*["']([\w.-]+)["']/.exec(attributes) ?? []
    if (name === undefined) return []
    const kind = isPrivate(`${attributes} ${body}`) ? 'dev' : 'required'
    const [, version] =
      /\bVersion(?:Override)?\s*=\s*["']([^"']*)["']/.exec(attributes) ??
      /<Version>([^<]*)</.exec(body) ??
      []
    const requirement = requirementOf(version)
    return [{ package: packageUrl('nuget', name), line: lineOf(begin.index), kind, requirement }]
  })
}

// PrivateAssets="all" marks packages for development, such as analysers and test tools.
function isPrivate(reference: string): boolean {
  return reference.split('<').some((part) => {
    const at = part.search(/\bPrivateAssets\b/i)
    return at !== -1 && /\ball\b/i.test(part.slice(at))
  })
}
