import { type Finding, isForDevelopment } from './finding.ts'
import { requirementUrl } from './python-requirement.ts'

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
    const text = requirement.trim().replace(/^(?:-e|--editable)\s+/, '')
    const url = text.startsWith('-') ? undefined : requirementUrl(text)
    if (!url) return []
    return [{ package: url, line: index + 1, kind: isVia(lines, index) ? 'transitive' : kind }]
  })
  return kind === 'required' && isFrozen(lines)
    ? findings.map((finding) => ({ ...finding, kind: 'frozen' }))
    : findings
}

/** Nobody writes a sorted list of so many pinned packages without a comment by hand. */
const fewestFrozen = 40

/** Whether the lines are what `pip freeze` prints: pinned, sorted, and nothing else. */
function isFrozen(lines: readonly string[]): boolean {
  const written = lines.map((line) => line.trim()).filter(Boolean)
  const names = written.map((line) => /^([\w.-]+)==[^\s;#]+$/.exec(line)?.[1]?.toLowerCase() ?? '')
  return (
    written.length >= fewestFrozen &&
    names.every((name, place) => name !== '' && (place === 0 || name >= names[place - 1]!))
  )
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
