import { type Finding, isForDevelopment } from './finding.ts'
import { requirementUrl } from './python-requirement.ts'

/**
 * requirements.txt and its kin. A list that pip-compile or uv wrote names what others need, too, and
 * says so: "# via langchain". Such a line proves nothing of this product.
 */
export function readRequirements(text: string, path: string): Finding[] {
  const lines = text.split('\n')
  const kind = isForDevelopment(path.split('/').at(-1)!) ? 'dev' : 'required'
  return lines.flatMap((line, index): Finding[] => {
    const requirement = line
      .replace(/(?:^|\s)(?:#|--hash)[^]*/, '')
      .trim()
      .replace(/\\$/, '')
    // An option, such as -r or --index-url, is no requirement; -e may name one.
    const text = requirement.trim().replace(/^(?:-e|--editable)\s+/, '')
    const url = text.startsWith('-') ? undefined : requirementUrl(text)
    if (!url) return []
    return [{ package: url, line: index + 1, kind: isVia(lines, index) ? 'transitive' : kind }]
  })
}

// A constraint asks for nothing. "# via -r requirements.in" and "# via proofstack (pyproject.toml)" name who asks directly.
function isVia(lines: readonly string[], at: number): boolean {
  let comment = /#\s*via\b.*/.exec(lines[at]!)?.[0] ?? ''
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next]!
    const more = /^\s+#([^]*)/.exec(line)?.[1]
    if (more === undefined && !/^\s+--hash/.test(line)) break
    comment += ` ${more ?? ''}`
  }
  if (!/^#?\s*via\b/.test(comment.trim())) return false
  const asked = comment.replace(/(?:^|\s)-c\s+\S+/g, '')
  return !/(?:^|\s)-r\s|\.in\b|\.toml\b|\.txt\b|\.py\b|\.cfg\b/.test(asked)
}
