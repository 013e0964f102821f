/**
 * How a manifest names a package. What proves a use is decided elsewhere; this only says what stands
 * there.
 */
export type DependencyKind =
  | 'required'
  | 'optional'
  | 'peer'
  | 'dev'
  | 'build'
  /** Named for another package: `// indirect` of go.mod, `# via` of a compiled list. */
  | 'transitive'
  /** What a container runs on, or a service beside it. */
  | 'image'
  /** The image of a stage that does not run. */
  | 'build_image'
  /** Installed by the package manager of an operating system. */
  | 'system'
  /** A dependency of a chart. */
  | 'chart'
  /** The file itself, or a fact in it. */
  | 'marker'
  /** A host in a string of code. */
  | 'host'

/** One package that a manifest names, and on which line, counted from 1. */
export interface Finding {
  /** A package URL without version, `file:` with the name of a file that says it, or `host:` with a host. */
  package: string
  line: number
  kind: DependencyKind
}

/** Reads the text of one kind of manifest. Throws what its parser throws. */
export type ManifestReader = (text: string, path: string) => Finding[]

/** Names of groups and files that hold what only developers install. */
export function isForDevelopment(name: string): boolean {
  return /(?:^|[-_./])(?:dev|develop|development|tests?|testing|lint|linting|docs?|typing|types|ci|format|release|bench(?:mark)?s?|examples?)(?:$|[-_./\d])/i.test(
    name,
  )
}
