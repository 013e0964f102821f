import type { UnknownReason } from '#contract/enums.ts'
import type { StoredRequirement } from '#contract/resources/proof.ts'

/** How a file refers to a package. `level.ts` decides which kinds prove that a product uses it. */
export type DependencyKind =
  | 'required'
  | 'optional'
  | 'peer'
  | 'dev'
  | 'build'
  /** A dependency of a dependency: `// indirect` in go.mod, `# via` in compiled requirements. */
  | 'transitive'
  /** The image of the last stage of a Dockerfile, or of a service in a Compose file. */
  | 'image'
  /** The image of an earlier stage of a Dockerfile, used only to build. */
  | 'build_image'
  /** A package that the package manager of an operating system installs. */
  | 'system'
  /** A dependency of a Helm chart. */
  | 'chart'
  /** A line of the output of `pip freeze`, which lists direct and indirect dependencies alike. */
  | 'frozen'
  /** A setting in a file. */
  | 'marker'
  /** The file itself: its name shows a tool. */
  | 'file'
  /** A hostname in a string of source code. */
  | 'host'

/** A package that a file refers to, with its line number from 1. */
export interface Finding {
  /** A package URL without a version, `file:` with a filename, or `host:` with a hostname. */
  package: string
  line: number
  kind: DependencyKind
  /** The version that the line asks for, if it names one. */
  requirement?: StoredRequirement | null
}

/** A line that looks like a dependency, but does not say which package, with its number from 1. */
export interface Unresolved {
  line: number
  /** `variable`: set outside the file. `not_understood`: written in a way that no reader knows. */
  unresolved: Extract<UnknownReason, 'variable' | 'not_understood'>
}

/** Reads one kind of manifest, whose lines end with `\n`. Throws what its parser throws. */
export type ManifestReader = (text: string, path: string) => (Finding | Unresolved)[]

/** Whether the name of a group or file says that its packages are for development only. */
export function isForDevelopment(name: string): boolean {
  return /(?:^|[-_./])(?:dev|develop|development|tests?|testing|unit|lint|linting|docs?|typing|types|type[-_]?check(?:ing)?|notebooks?|ci|format|release|bench(?:mark)?s?|examples?)(?:$|[-_./\d])/i.test(
    name,
  )
}

/** The kind of the packages of an extra, by its name. */
export function kindOfExtra(name: string): DependencyKind {
  return isForDevelopment(name) ? 'dev' : 'optional'
}
