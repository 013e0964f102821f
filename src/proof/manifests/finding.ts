/** How a manifest names a package. `level.ts` decides which kinds prove a use. */
export type DependencyKind =
  | 'required'
  | 'optional'
  | 'peer'
  | 'dev'
  | 'build'
  /** A dependency of another package: `// indirect` in go.mod, `# via` in a compiled list. */
  | 'transitive'
  /** The base image of a container, or the image of a service. */
  | 'image'
  /** The image of a build stage. */
  | 'build_image'
  /** Installed by the package manager of an operating system. */
  | 'system'
  /** A dependency of a chart. */
  | 'chart'
  /** The name of the file, or a setting in it. */
  | 'marker'
  /** A host in a string of code. */
  | 'host'

/** A package that a manifest names, with its line from 1. */
export interface Finding {
  /** A package URL without a version, `file:` with a file name, or `host:` with a host. */
  package: string
  line: number
  kind: DependencyKind
}

/** Reads the text of one kind of manifest. Throws the errors of its parser. */
export type ManifestReader = (text: string, path: string) => Finding[]

/** Whether the name of a group or file says that its packages are for development. */
export function isForDevelopment(name: string): boolean {
  return /(?:^|[-_./])(?:dev|develop|development|tests?|testing|lint|linting|docs?|typing|types|ci|format|release|bench(?:mark)?s?|examples?)(?:$|[-_./\d])/i.test(
    name,
  )
}
