/** The files that the form of /detect accepts, by file name. An SBOM may have any name. */
export const pastedFiles = [
  ['package.json', 'package.json (JavaScript)'],
  ['pyproject.toml', 'pyproject.toml (Python)'],
  ['requirements.txt', 'requirements.txt (Python)'],
  ['go.mod', 'go.mod (Go)'],
  ['Cargo.toml', 'Cargo.toml (Rust)'],
  ['Gemfile', 'Gemfile (Ruby)'],
  ['composer.json', 'composer.json (PHP)'],
  ['pom.xml', 'pom.xml (Java)'],
  ['build.gradle', 'build.gradle (Java, Kotlin)'],
  ['compose.yaml', 'compose.yaml (containers)'],
  ['Dockerfile', 'Dockerfile (containers)'],
  ['sbom.json', 'SBOM: CycloneDX or SPDX 2, JSON'],
] as const satisfies readonly (readonly [path: string, label: string])[]

/** The file name that is given to a pasted SBOM. */
export const pastedSbom = 'sbom.json'

/** A heading with the number of found tools. */
export function foundHeading(count: number): string {
  if (count === 0) return 'No tool that the directory knows'
  return count === 1 ? 'One tool' : `${count} tools`
}

/** A heading with the number of unknown names; `isMore` if only some of them are listed. */
export function unknownHeading(count: number, isMore: boolean): string {
  if (count === 1) return 'One name is of no tool that the directory knows'
  return `${isMore ? 'More than ' : ''}${count} names are of no tool that the directory knows`
}

/** A package URL for readers: with @ instead of %40 before a scope. */
export function packageWords(name: string): string {
  return name.replace('/%40', '/@')
}

/** Where a tool was found: "pkg:npm/next in package.json:12, and 2 more". */
export function evidenceWords(evidence: readonly { package: string; source: string }[]): string {
  const [first] = evidence
  if (!first) return ''
  // A marker file such as fly.toml is both the evidence and its source: it is given once.
  const isFile = first.source.replace(/^.*\/|:\d+$/g, '') === first.package
  const named = isFile ? first.package : `${packageWords(first.package)} in ${first.source}`
  return evidence.length > 1 ? `${named}, and ${evidence.length - 1} more` : named
}
