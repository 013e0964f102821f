import { type ProofLevel, proofLevels } from '#contract/resources/proof.ts'
import { isBeside } from './folders.ts'
import { isDirect } from './level.ts'
import { manifestProver } from './prove.ts'
import type { KnownTool } from './tool-index.ts'

/** What one commit of the main line changed in the manifests of a repository. */
export interface ManifestChange {
  commit: string
  at: Date
  /** The manifests after the commit; undefined for one that it removed. */
  files: readonly { path: string; text: string | undefined }[]
  /** The first source file of each language that the commit brought. */
  sources?: readonly { tool: string; path: string }[]
}

/** A time in which manifests of a repository named a tool. */
export interface ToolSpan {
  tool: string
  since: { commit: string; at: Date }
  /** The commit that removed it from its last manifest; undefined while one names it. */
  until: { commit: string; at: Date; path: string } | undefined
  /** The manifest that named it first, in the product itself if one of it did. */
  path: string
  /** The strongest level of its proofs in that time. */
  level: ProofLevel
  /** Whether only folders beside the product named it. */
  isBeside: boolean
}

const day = 24 * 60 * 60 * 1000
/** A tool that was away for a shorter time was moved or reverted. */
const shortestGap = 30 * day
/** A tool that was named for a shorter time was only tried. */
const shortestSpan = 30 * day

const levels = Object.keys(proofLevels) as ProofLevel[]
const stronger = (one: ProofLevel, other: ProofLevel) =>
  levels.indexOf(one) < levels.indexOf(other) ? one : other

/**
 * Finds since when, and until when, the manifests of a repository named each tool. `changes` are the
 * commits of its main line, oldest first.
 */
export async function toolHistory(
  tools: readonly KnownTool[],
  changes: AsyncIterable<ManifestChange>,
): Promise<ToolSpan[]> {
  const prove = manifestProver(tools)
  const named = new Map<string, ReadonlyMap<string, ProofLevel>>()
  const counts = new Map<string, number>()
  const open = new Map<string, ToolSpan>()
  const spans: ToolSpan[] = []
  const written = new Map<string, Pick<ToolSpan, 'since' | 'path'>>()
  const count = (tool: string, by: number) => counts.set(tool, (counts.get(tool) ?? 0) + by)
  for await (const { commit, at, files, sources = [] } of changes) {
    for (const { tool, path } of sources) written.set(tool, { since: { commit, at }, path })
    const touched = new Map<string, Pick<ToolSpan, 'path' | 'level' | 'isBeside'>>()
    for (const { path, text } of files) {
      const before = named.get(path) ?? new Map<string, ProofLevel>()
      const after = new Map<string, ProofLevel>()
      for (const { tool, level } of text === undefined ? [] : prove({ path, text }))
        after.set(tool, stronger(level, after.get(tool) ?? level))
      named.set(path, after)
      const touch = (tool: string, level: ProofLevel, by: number) => {
        count(tool, by)
        const isAway = isBeside(path) && (touched.get(tool)?.isBeside ?? true)
        touched.set(tool, { path, level, isBeside: isAway })
      }
      for (const [tool, level] of before) touch(tool, level, -1)
      for (const [tool, level] of after) touch(tool, level, 1)
    }
    // Only now: a commit that moves a manifest removes one and adds another.
    for (const [tool, by] of touched) {
      const span = open.get(tool)
      if (counts.get(tool) === 0) {
        if (span) spans.push({ ...span, until: { commit, at, path: by.path } })
        open.delete(tool)
      } else if (span) {
        span.level = stronger(by.level, span.level)
        // What a folder beside the product names is no part of the product yet.
        if (span.isBeside && !by.isBeside) Object.assign(span, { since: { commit, at }, ...by })
      } else open.set(tool, { tool, since: { commit, at }, until: undefined, ...by })
    }
  }
  // A language is there since its first source file, often long before a manifest names it.
  for (const [tool, span] of open) {
    const first = written.get(tool)
    if (first && first.since.at < span.since.at) open.set(tool, { ...span, ...first })
  }
  return joined([...spans, ...open.values()]).filter(
    ({ since, until }) => !until || until.at.getTime() - since.at.getTime() >= shortestSpan,
  )
}

// Joins spans of a tool with a short gap between them. They come in the order of their ends.
function joined(spans: readonly ToolSpan[]): ToolSpan[] {
  const last = new Map<string, ToolSpan>()
  const kept: ToolSpan[] = []
  for (const span of spans) {
    const former = last.get(span.tool)
    if (former?.until && span.since.at.getTime() - former.until.at.getTime() < shortestGap) {
      former.until = span.until
      former.level = stronger(span.level, former.level)
      if (former.isBeside && !span.isBeside) Object.assign(former, span)
    } else {
      const copy = { ...span }
      last.set(span.tool, copy)
      kept.push(copy)
    }
  }
  return kept
}

/** The parts of a listing that decide which spans its history shows. */
export interface ListedTools {
  slug: string
  tools: readonly string[]
  /** Slugs of the tools that it works with. */
  compatible: readonly string[]
  /** Slugs of all tools that its repositories name now; undefined if one of them was not read. */
  named: ReadonlySet<string> | undefined
}

/** Model providers are chosen in settings: a client that left says little of the provider. */
const isChosen = ({ category }: KnownTool) => category === 'models-providers'

/**
 * The spans that say something about a listing: of a tool that it lists, the one that lasts; of
 * another, those that ended after the product itself depended on it, if none of its repositories
 * names it now.
 */
export function historyOf(
  { slug, tools, compatible, named }: ListedTools,
  spans: readonly ToolSpan[],
  known: readonly KnownTool[],
): ToolSpan[] {
  const chosen = new Set(known.flatMap((tool) => (isChosen(tool) ? [tool.slug] : [])))
  const lasting = new Set(spans.flatMap(({ tool, until }) => (until ? [] : [tool])))
  const isOut = (tool: string) =>
    tool === slug ||
    chosen.has(tool) ||
    !named ||
    named.has(tool) ||
    lasting.has(tool) ||
    tools.includes(tool) ||
    compatible.includes(tool)
  return spans.filter(({ tool, until, level, isBeside }) =>
    until
      ? !isOut(tool) && !isBeside && (isDirect(level) || level === 'image')
      : tools.includes(tool),
  )
}
