import type { UnknownReason } from '#contract/enums.ts'
import type { Requirement, Support } from '#contract/resources/proof.ts'
import { packageKey } from '#core/package-url.ts'
import { isOfTool, requirementIn, supportOf } from '#core/requirement.ts'
import { belowProject } from './folders.ts'
import { hostsIn, isSource } from './host-names.ts'
import { proofLevel } from './level.ts'
import type { Finding } from './manifests/finding.ts'
import { withCatalogs } from './manifests/npm-catalogs.ts'
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
export interface Detected<T> {
  tool: T
  evidence: { package: string; source: string }[]
  /** The first version of the tool itself that a line asks for. */
  requirement: Requirement | null
  support: Support | null
}

/** A name that shows no tool, and why. */
export interface UnknownName {
  name: string
  reason: UnknownReason
  /** What the parser says of a broken file. */
  detail?: string | undefined
}

interface Named extends Omit<Finding, 'line'> {
  source: string
  path: string
}

/**
 * Finds the tools that a project uses, in the order of `tools`, and the names that match no tool.
 * `at` decides which lines of a tool are still supported. Makes no network request and stores nothing.
 */
export function detect<T extends KnownTool>(
  tools: readonly T[],
  project: Project,
  at = new Date().toISOString(),
): {
  tools: Detected<T>[]
  unknown: UnknownName[]
  /** The package URLs and the SBOM that cannot be read, with the reasons. */
  unreadable: { path: string; message: string }[]
} {
  const index = toolIndex(tools)
  const { named, unknown, unreadable } = read(project, index)
  const nothing = { requirement: null, support: null }
  const evidence = new Map(
    tools.map((tool) => [tool.slug, { tool, evidence: [], ...nothing } as Detected<T>]),
  )
  for (const { package: name, source, path, kind, requirement } of named) {
    const found = index(name).map((slug) => evidence.get(slug)!)
    // Unknown names are reported, except indirect dependencies, which the project did not choose.
    if (found.length === 0 && kind !== 'marker' && kind !== 'transitive' && !unknown.has(name))
      unknown.set(name, { reason: 'no_tool' })
    for (const detected of found)
      if (proofLevel(kind, path, detected.tool)) {
        detected.evidence.push({ package: name.replace(/^(?:file|host|tool):/, ''), source })
        const of = { package: name.startsWith('pkg:') ? name : null, path }
        if (requirement && !detected.requirement && isOfTool(of.package, detected.tool.main)) {
          detected.requirement = requirementIn(requirement.raw, of)
          detected.support = supportOf(requirement.raw, of, detected.tool, at)
        }
      }
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
  const files = manifests.map(({ path, content: text }) => ({ path, text }))
  for (const { path, text } of withCatalogs(files)) {
    const note = ({ line, ...found }: Finding) =>
      named.push({ ...found, source: `${path}:${line}`, path: below(path) })
    const outcome = readManifest(path, text)
    const marker = `file:${outcome.marker}`
    if (outcome.kind !== 'lock') note({ package: marker, line: 1, kind: 'marker' })
    if (outcome.kind === 'broken') {
      unknown.set(path, { reason: 'broken', detail: outcome.reason })
      continue
    }
    for (const { line, unresolved } of outcome.kind === 'read' ? outcome.unresolved : [])
      unknown.set(`${path}:${line}`, { reason: unresolved })
    const hosts = isSource(path) ? hostsIn(text, index) : undefined
    const findings = outcome.kind === 'read' ? outcome.findings : hosts
    for (const finding of findings ?? []) note(finding)
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
