/**
 * Files that are pasted into the form of /detect, each by the name under which it is read. A bill of
 * materials goes by what stands in it.
 */
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

/** The name under which a bill of materials is pasted. */
export const pastedSbom = 'sbom.json'

/** How many tools were found, as a heading. */
export function foundHeading(count: number): string {
  if (count === 0) return 'No tool that the directory knows'
  return count === 1 ? 'One tool' : `${count} tools`
}

/** How much was named that is no tool of the directory; `isMore` where that is not all of it. */
export function unknownHeading(count: number, isMore: boolean): string {
  if (count === 1) return 'One name is of no tool that the directory knows'
  return `${isMore ? 'More than ' : ''}${count} names are of no tool that the directory knows`
}

/** A package URL as people read it: the @ of a scope is written as itself. */
export function packageWords(name: string): string {
  return name.replace('/%40', '/@')
}

/** What names a tool, and where: "pkg:npm/next in package.json:12, and 2 more". */
export function evidenceWords(evidence: readonly { package: string; source: string }[]): string {
  const [first] = evidence
  if (!first) return ''
  // The file itself, such as fly.toml in its own first line.
  const isFile = first.source.replace(/^.*\/|:\d+$/g, '') === first.package
  const said = isFile ? first.package : `${packageWords(first.package)} in ${first.source}`
  return evidence.length > 1 ? `${said}, and ${evidence.length - 1} more` : said
}
