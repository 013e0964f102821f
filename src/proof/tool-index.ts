import type { ToolPackages } from '#core/tool-packages.ts'

/** A tool with the packages that prove it. */
export interface KnownTool extends ToolPackages {
  slug: string
  category: string
}

/** The slugs of the tools that a package or a marker proves. */
export type ToolIndex = (named: string) => readonly string[]

/**
 * Finds tools by what manifests name: a package URL, `file:` and a marker, or `host:` and a
 * host.
 */
export function toolIndex(tools: readonly KnownTool[]): ToolIndex {
  const bySlug = new Set(tools.map(({ slug }) => slug))
  const byName = new Map<string, string[]>()
  for (const tool of tools) {
    const { packages, client_packages, images, marker_files, hosts } = tool
    const markers = marker_files.map((marker) => `file:${marker}`)
    const named = hosts.map((host) => `host:${host}`)
    for (const name of [...packages, ...client_packages, ...images, ...markers, ...named])
      byName.set(name, [...(byName.get(name) ?? []), tool.slug])
  }
  return (named) => byName.get(named) ?? byKind(named, byName, bySlug)
}

function byKind(
  named: string,
  byName: ReadonlyMap<string, string[]>,
  slugs: ReadonlySet<string>,
): readonly string[] {
  const chart = /^pkg:helm\/(.+)$/.exec(named)?.[1]
  // Charts are called like what they install, and no registry owns their names.
  if (chart !== undefined)
    return slugs.has(chart) ? [chart] : (byName.get(`pkg:docker/${chart}`) ?? [])
  if (named.startsWith('host:')) return byParent(named.slice('host:'.length), byName)
  if (named.startsWith('pkg:golang/')) return byModule(named, byName)
  const ending = /^file:[^#!]*(\.[^.#!]+)$/.exec(named)?.[1]
  return (ending !== undefined && byName.get(`file:*${ending}`)) || []
}

/** RFC 1035, 2.3.4, in characters. */
const longestHost = 253

// A host below one that is written with a star.
function byParent(host: string, byName: ReadonlyMap<string, string[]>): readonly string[] {
  if (host.length > longestHost) return []
  const parts = host.split('.')
  for (let place = 1; place < parts.length; place++) {
    const found = byName.get(`host:*.${parts.slice(place).join('.')}`)
    if (found) return found
  }
  return []
}

/** More parts than the name of any module of a tool has. */
const mostParts = 12

// A module is a part of the one above it, and its version may be in its path.
function byModule(named: string, byName: ReadonlyMap<string, string[]>): readonly string[] {
  const parts = named.split('/', mostParts)
  for (let length = parts.length; length >= 3; length--) {
    const path = parts.slice(0, length).join('/')
    const found = byName.get(path) ?? byName.get(path.replace(/\/v\d+$/, ''))
    if (found) return found
  }
  return []
}
