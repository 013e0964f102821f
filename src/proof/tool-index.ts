import type { ToolPackages } from '#core/tool-packages.ts'

/** A tool with the package names and filenames that prove its use. */
export interface KnownTool extends ToolPackages {
  slug: string
  category: string
}

/** Returns the slugs of the tools that a name proves, such as `pkg:npm/next`. */
export type ToolIndex = (named: string) => readonly string[]

/** Indexes tools by `tool:` with a slug, package URL, `file:` with a filename, `host:` with a hostname. */
export function toolIndex(tools: readonly KnownTool[]): ToolIndex {
  const byName = new Map<string, string[]>()
  for (const { slug, packages, client_packages, images, marker_files, hosts } of tools) {
    const markers = marker_files.map((marker) => `file:${marker}`)
    const hostNames = hosts.map((host) => `host:${host}`)
    const packageNames = [...packages, ...client_packages, ...images]
    // A Helm chart is usually named like its program, so a slug or image name matches.
    const slugNames = [`tool:${slug}`, `pkg:helm/${slug}`]
    for (const name of [...slugNames, ...packageNames, ...markers, ...hostNames])
      byName.set(name, [...(byName.get(name) ?? []), slug])
  }
  return (named) => byName.get(named) ?? byPattern(named, byName)
}

function byPattern(named: string, byName: ReadonlyMap<string, string[]>): readonly string[] {
  if (named.startsWith('pkg:helm/')) return byName.get(named.replace('helm', 'docker')) ?? []
  if (named.startsWith('host:')) return firstFound(wildcardsOf(named.slice('host:'.length)), byName)
  if (named.startsWith('pkg:golang/')) return firstFound(modulesOf(named), byName)
  const ending = /^file:[^#!]*(\.[^.#!]+)$/.exec(named)?.[1]
  return (ending !== undefined && byName.get(`file:*${ending}`)) || []
}

function firstFound(
  names: readonly string[],
  byName: ReadonlyMap<string, string[]>,
): readonly string[] {
  return names.map((name) => byName.get(name)).find((slugs) => slugs !== undefined) ?? []
}

/** RFC 1035, 2.3.4: the longest hostname, in characters. */
const longestHost = 253

/** Wildcards that match a hostname: `host:*.b.com` and `host:*.com` for `a.b.com`. */
function wildcardsOf(host: string): string[] {
  if (host.length > longestHost) return []
  const parts = host.split('.')
  return parts.slice(1).map((_, place) => `host:*.${parts.slice(place + 1).join('.')}`)
}

/** Longer Go module paths are cut: no known tool has more parts. */
const mostParts = 12

/** The path of a Go module and of all its parents, each with and without a final `/v2`. */
function modulesOf(named: string): string[] {
  const parts = named.split('/', mostParts)
  return parts
    .slice(2)
    .map((_, above) => parts.slice(0, parts.length - above).join('/'))
    .flatMap((path) => [path, path.replace(/\/v\d+$/, '')])
}
