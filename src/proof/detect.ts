import type { UnknownReason } from '#contract/enums.ts'
import { packageKey } from '#core/package-url.ts'
import { belowProject } from './folders.ts'
import { hostsIn, isSource } from './host-names.ts'
import { proofLevel } from './level.ts'
import type { DependencyKind } from './manifests/finding.ts'
import { readManifest } from './manifests/read-manifest.ts'
import { readSbom } from './manifests/sbom.ts'
import { type KnownTool, type ToolIndex, toolIndex } from './tool-index.ts'

/** The input of `detect`: what is known about a project. */
export interface Project {
  purls?: readonly string[] | undefined
  manifests?: readonly { path: string; content: string }[] | undefined
  sbom?: unknown
}

/** A detected tool, with the packages and lines that show its use. */
interface Detected<T> {
  tool: T
  evidence: { package: string; source: string }[]
}

/** A name that shows no tool, and why. */
export interface UnknownName {
  name: string
  reason: UnknownReason
  /** What the parser says of a broken file. */
  detail?: string | undefined
}

interface Named {
  package: string
  source: string
  path: string
  kind: DependencyKind
}

/**
 * Finds the tools that a project uses, in the order of `tools`, and the names that match no tool.
 * Makes no network request and stores nothing.
 */
export function detect<T extends KnownTool>(
  tools: readonly T[],
  project: Project,
): {
  tools: Detected<T>[]
  unknown: UnknownName[]
  /** The package URLs and the SBOM that cannot be read, with the reasons. */
  unreadable: { path: string; message: string }[]
} {
  const index = toolIndex(tools)
  const { named, unknown, unreadable } = read(project, index)
  const evidence = new Map(tools.map((tool) => [tool.slug, { tool, evidence: [] } as Detected<T>]))
  for (const { package: name, source, path, kind } of named) {
    const slug = /^tool:(.+)/.exec(name)?.[1]
    const slugs = slug === undefined ? index(name) : evidence.has(slug) ? [slug] : []
    // Unknown names are reported, except indirect dependencies, which the project did not choose.
    if (slugs.length === 0 && kind !== 'marker' && kind !== 'transitive' && !unknown.has(name))
      unknown.set(name, { reason: 'no_tool' })
    for (const detected of slugs.map((slug) => evidence.get(slug)!))
      if (slug !== undefined || proofLevel(kind, path, detected.tool))
        detected.evidence.push({ package: name.replace(/^(?:file|host|tool):/, ''), source })
  }
  const detected = [...evidence.values()].filter((each) => each.evidence.length > 0)
  return {
    tools: detected,
    unknown: Array.from(unknown, ([name, why]) => ({ name, ...why })),
    unreadable,
  }
}

function read({ purls = [], manifests = [], sbom }: Project, index: ToolIndex) {
  const named: Named[] = []
  const unknown = new Map<string, Omit<UnknownName, 'name'>>()
  const unreadable: { path: string; message: string }[] = []
  for (const [place, purl] of purls.entries()) {
    const key = packageKey(purl)
    if (key !== undefined) named.push({ package: key, source: 'purls', path: '', kind: 'required' })
    else {
      const message = 'is no package URL, such as pkg:npm/next or pkg:pypi/fastapi'
      unreadable.push({ path: `purls.${place}`, message })
      unknown.set(purl, { reason: 'malformed' })
    }
  }
  const below = belowProject(manifests.map(({ path }) => path))
  for (const { path, content } of manifests) {
    const note = (name: string, line: number, kind: DependencyKind) =>
      named.push({ package: name, source: `${path}:${line}`, path: below(path), kind })
    const outcome = readManifest(path, content)
    const marker = `file:${outcome.marker}`
    if (outcome.kind !== 'lock') note(marker, 1, 'marker')
    if (outcome.kind === 'broken') {
      unknown.set(path, { reason: 'broken', detail: outcome.reason })
      continue
    }
    for (const { line, unresolved } of outcome.kind === 'read' ? outcome.unresolved : [])
      unknown.set(`${path}:${line}`, { reason: unresolved })
    const hosts = isSource(path) ? hostsIn(content, index) : undefined
    const findings = outcome.kind === 'read' ? outcome.findings : hosts
    for (const { package: name, line, kind } of findings ?? []) note(name, line, kind)
    // A file without a reader may still show a tool by its name, such as `vercel.json`.
    const isKnown = outcome.kind !== 'lock' && index(marker).length > 0
    const reason = outcome.kind === 'lock' ? 'lock_file' : 'not_read'
    if (!findings && !isKnown) unknown.set(path, { reason })
  }
  if (sbom !== undefined) {
    const bill = readSbom(sbom)
    const message = 'is neither a CycloneDX nor an SPDX 2 document in JSON'
    if (!bill) {
      unreadable.push({ path: 'sbom', message })
      unknown.set('sbom', { reason: 'broken', detail: `it ${message}` })
    }
    for (const { package: name, kind } of bill?.direct ?? [])
      named.push({ package: name, source: 'sbom', path: '', kind })
    for (const name of bill?.ungraphed ?? []) unknown.set(name, { reason: 'no_graph' })
    for (const name of bill?.unnamed ?? []) unknown.set(name, { reason: 'no_package_url' })
  }
  return { named, unknown, unreadable }
}
