import type { UnknownReason } from '#contract/enums.ts'

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
  if (count === 0) return 'No tool that we know'
  return count === 1 ? 'One tool' : `${count} tools`
}

/** For each reason what is unknown, why, and what to do. */
const unknownWords = {
  no_tool: [
    'package',
    'we do not track',
    'Most are libraries that no product is known by. A missing tool can be named in a submission.',
  ],
  lock_file: [
    'lock file',
    'that we ignore',
    'Lock files also name what other packages need. Send package.json or the like beside it, or read the folder on your machine: /docs/cli.',
  ],
  not_read: [
    'file',
    'of a kind that is not read',
    'Those that are read are listed at /docs/getting-started.',
  ],
  no_graph: [
    'package',
    'of an SBOM without a dependency graph',
    'It does not say what the project itself needs. Send package.json or the like, or an SBOM with a graph.',
  ],
  no_package_url: [
    'component',
    'of an SBOM without a package URL',
    'Only a package URL says which package it is. Most generators write one when they know the lock file.',
  ],
  variable: [
    'line',
    'with a name that is set elsewhere',
    'The file does not say what its variable holds. Send the package URL, such as pkg:docker/postgres.',
  ],
  not_understood: [
    'line',
    'that we cannot read',
    'It looks like a dependency. Send its package URL, such as pkg:npm/next.',
  ],
  broken: ['file', 'that cannot be read', 'Mend it where the message says; the others count.'],
  malformed: ['text', 'that is no package URL', 'A package URL looks like pkg:npm/next.'],
} as const satisfies Record<UnknownReason, readonly [noun: string, why: string, advice: string]>

/** The names that show no tool, by the reason, in words. */
export function unknownGroups(
  unknown: readonly { name: string; reason: UnknownReason; detail?: string | undefined }[],
) {
  return [...new Set(unknown.map(({ reason }) => reason))].map((reason) => {
    const [noun, why, advice] = unknownWords[reason]
    const names = unknown
      .filter((each) => each.reason === reason)
      .map(({ name, detail }) => (detail === undefined ? name : `${name}: ${detail}`))
    const subject = names.length === 1 ? `One ${noun}` : `${names.length} ${noun}s`
    return { heading: `${subject} ${why}`, advice, names }
  })
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
