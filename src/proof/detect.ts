import { packageKey } from '#core/package-url.ts'
import { hostsIn, isSource } from './host-names.ts'
import { proofLevel } from './level.ts'
import type { DependencyKind } from './manifests/finding.ts'
import { readManifest } from './manifests/read-manifest.ts'
import { readSbom } from './manifests/sbom.ts'
import { type KnownTool, type ToolIndex, toolIndex } from './tool-index.ts'

/** What somebody hands over of a project. */
export interface Project {
  purls?: readonly string[] | undefined
  manifests?: readonly { path: string; content: string }[] | undefined
  sbom?: unknown
}

/** A tool that a project uses, with what names it. */
export interface Detected<T> {
  tool: T
  evidence: { package: string; source: string }[]
}

interface Named {
  package: string
  source: string
  path: string
  kind: DependencyKind
}

/** Something of a project that cannot be read: which part of it, and why. */
export interface Unreadable {
  path: string
  message: string
}

/**
 * The tools that a project uses, in the order of `tools`, and what names none. Asks nobody, and keeps
 * nothing.
 */
export function detect<T extends KnownTool>(
  tools: readonly T[],
  project: Project,
): { tools: Detected<T>[]; unknown: string[]; unreadable: Unreadable[] } {
  const index = toolIndex(tools)
  const bySlug = new Map(tools.map((tool) => [tool.slug, tool]))
  const { named, unknown, unreadable } = read(project, index)
  const evidence = new Map<string, Detected<T>['evidence']>()
  for (const { package: name, source, path, kind } of named) {
    const slugs = index(name)
    // What a lock file or an indirect line names is nobody's question.
    if (slugs.length === 0 && kind !== 'marker' && kind !== 'transitive') unknown.add(name)
    for (const slug of slugs) {
      if (!proofLevel(kind, path, bySlug.get(slug)!)) continue
      const shown = { package: name.replace(/^(?:file|host):/, ''), source }
      const found = evidence.get(slug)
      if (found) found.push(shown)
      else evidence.set(slug, [shown])
    }
  }
  const detected = tools.flatMap((tool) => {
    const found = evidence.get(tool.slug)
    return found ? [{ tool, evidence: found }] : []
  })
  return { tools: detected, unknown: [...unknown], unreadable }
}

function read({ purls = [], manifests = [], sbom }: Project, index: ToolIndex) {
  const named: Named[] = []
  const unknown = new Set<string>()
  const unreadable: Unreadable[] = []
  for (const [place, purl] of purls.entries()) {
    const key = packageKey(purl)
    if (key !== undefined) named.push({ package: key, source: 'purls', path: '', kind: 'required' })
    else {
      const message = 'is no package URL, such as pkg:npm/next or pkg:pypi/fastapi'
      unreadable.push({ path: `purls.${place}`, message })
    }
  }
  for (const [place, { path, content }] of manifests.entries()) {
    const outcome = readManifest(path, content)
    const marker = { package: `file:${outcome.marker}`, source: `${path}:1`, path }
    if (outcome.kind !== 'lock') named.push({ ...marker, kind: 'marker' })
    if (outcome.kind === 'broken')
      unreadable.push({
        path: `manifests.${place}.content`,
        message: `cannot be read as ${outcome.marker}: ${outcome.reason}`,
      })
    if (outcome.kind === 'read')
      for (const { package: name, line, kind } of outcome.findings)
        named.push({ package: name, source: `${path}:${line}`, path, kind })
    else if (isSource(path))
      for (const { package: name, line, kind } of hostsIn(content, index))
        named.push({ package: name, source: `${path}:${line}`, path, kind })
    // A file that is read for nothing but its name may still be one that a tool has.
    else if (outcome.kind === 'lock' || index(marker.package).length === 0) unknown.add(path)
  }
  if (sbom !== undefined) {
    const bill = readSbom(sbom)
    if (!bill)
      unreadable.push({
        path: 'sbom',
        message: 'is neither a CycloneDX nor an SPDX 2 document in JSON',
      })
    for (const { package: name, kind } of bill?.direct ?? [])
      named.push({ package: name, source: 'sbom', path: '', kind })
    for (const name of bill?.ungraphed ?? []) unknown.add(name)
  }
  return { named, unknown, unreadable }
}
