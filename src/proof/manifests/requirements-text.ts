import { type Finding, isForDevelopment } from './finding.ts'
import { readRequirement } from './python-requirement.ts'

/**
 * Reads requirements.txt and similar files. In files compiled by pip-compile or uv, a comment such
 * as "# via langchain" marks an indirect dependency.
 */
export function readRequirements(text: string, path: string): Finding[] {
  const lines = text.split('\n')
  const kind = isForDevelopment(path.split('/').at(-1)!) ? 'dev' : 'required'
  const findings = lines.flatMap((line, index): Finding[] => {
    const requirement = line
      .replace(/(?:^|\s)(?:#|--hash)[^]*/, '')
      .trim()
      .replace(/\\$/, '')
    // Lines with options such as -r or --index-url are skipped, but `-e` may precede a requirement.
    const [, option, text = ''] = /^(-e\s|--editable[\s=])?\s*([^]*)/.exec(requirement.trim()) ?? []
    const isFolder = option !== undefined && !text.includes(':')
    const required = text.startsWith('-') || isFolder ? undefined : readRequirement(text)
    if (!required) return []
    return [{ ...required, line: index + 1, kind: isVia(lines, index) ? 'transitive' : kind }]
  })
  return kind === 'required' && isFrozen(text)
    ? findings.map((finding) => ({ ...finding, kind: 'frozen' }))
    : findings
}

/**
 * Whether the text is what `pip freeze` or a lock file prints: forty pinned packages or more, sorted,
 * and hardly anything else but comments.
 */
function isFrozen(text: string): boolean {
  const lines = text
    .toLowerCase()
    .replaceAll('==', ' ')
    .split('\n')
    .filter((line) => /^\s*[^\s#]/.test(line))
  const pinned = lines.filter((line) => /^[\w.-]+(?:\[[\w.,-]*\])? \S/.test(line))
  const sorted = pinned.filter((line, at) => line > (pinned[at - 1] ?? ''))
  return sorted.length >= 40 && sorted.length >= 0.95 * lines.length
}

// Whether a "# via" comment names only other packages. "# via -r requirements.in" and "# via
// proofstack (pyproject.toml)" mark direct requirements; a constraint file (`-c`) does not.
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
