import type { ProductProof, ProvedTool, StoredRequirement } from '#contract/resources/proof.ts'
import type { Moment } from '#contract/product-shapes.ts'
import type { ProofReach } from '#contract/enums.ts'
import { packageName } from '#core/package-url.ts'
import { plural } from '#core/plural.ts'
import { requirementIn, supportOf } from '#core/requirement.ts'
import type { ToolPackages } from '#core/tool-packages.ts'
import { month, proofWords, shortDay } from '#present/words.ts'

/** The proof of a listing, as the database stores it. */
export interface ProofRecord {
  repository: string
  commit: string
  licence: string | null
  /** The day of `commit`. */
  source_date: string | null
  last_activity: Moment | null
  /** The day up to which commits could be seen; null if unknown. */
  seen_until: string | null
  archived: boolean | null
  checked_at: Moment
  tools: ProvedTool[]
  history: {
    first_commit: Moment
    tools: { slug: string; since: Moment }[]
    past_tools: ProductProof['past_tools']
  } | null
  /** Slugs of tools that an earlier reading proved and the latest did not find. */
  lost: readonly string[]
}

/** The proof of a listing in answers: those tools of its stack that were checked, in its order. */
export function productProof(
  proof: ProofRecord | null,
  stack: readonly ({ slug: string } & Pick<ToolPackages, 'main' | 'cycles'>)[],
): ProductProof | null {
  if (!proof) return null
  const { repository, commit, licence, source_date, last_activity, archived, history } = proof
  const checked_at = new Date(proof.checked_at).toISOString()
  const bySlug = new Map(proof.tools.map((tool) => [tool.slug, tool]))
  const since = new Map(history?.tools.map((tool) => [tool.slug, tool.since]))
  const tools = stack.flatMap((listed) => {
    const tool = bySlug.get(listed.slug)
    if (!tool) return []
    const { slug, level, path, line, requirement = null, shows = null } = tool
    const place = [tool.repository ?? repository, tool.commit ?? commit] as const
    const state = proof.lost.includes(slug) ? ('stale' as const) : tool.state
    const source = path === null ? null : sourceUrl(...place, path, line)
    const at = { checked_at, since: timestampOf(since.get(slug)) }
    const named = { package: tool.package ?? null, path }
    const support = requirement && supportOf(requirement.raw, named, listed, checked_at)
    const found = {
      package: named.package,
      requirement: requirement && requirementIn(requirement.raw, named),
      support: support ?? null,
      shows,
    }
    return [{ slug, state, level, source, commit: place[1], line, ...found, ...at }]
  })
  return {
    repository,
    licence,
    source_date,
    last_activity: timestampOf(last_activity),
    archived,
    checked_at,
    first_commit: timestampOf(history?.first_commit),
    tools,
    past_tools: history?.past_tools ?? [],
  }
}

/** The text of a moment that may be unknown. */
export const timestampOf = (moment: Moment | null | undefined) =>
  moment ? new Date(moment).toISOString() : null

/** What pages, lists, pictures and answers say of a proof, of as many tools as are `listed`. */
export function proofView(proof: ProductProof | null | undefined, listed: number) {
  const count = proof?.tools.filter(({ state }) => state === 'proved').length ?? 0
  const reach: ProofReach = count === 0 ? 'none_yet' : count < listed ? 'some_tools' : 'every_tool'
  return {
    count,
    words: `${count} of ${plural(listed, 'tool')} proved`,
    reach,
    copy: proof ? copyDays(proof) : null,
    newest: newestCommit(proof),
    /** The line that shows a tool; undefined if none is known. */
    line: (slug: string) => proofLine(proof?.tools.find((tool) => tool.slug === slug)),
  }
}

/** The line that shows a tool; `note` says how. */
function proofLine(tool: ProductProof['tools'][number] | undefined) {
  if (!tool?.source || tool.state === 'not_found') return undefined
  const { source, level, since } = tool
  const isStale = tool.state === 'stale'
  const began = since && month(since)
  const notes = [level && proofWords[level], began && `since ${began}`].filter(Boolean).join(' ')
  return {
    // The path as it is written.
    text: decodeURIComponent(shortSource(source)),
    href: source,
    shows: shownBy(tool),
    /** The month since which a manifest has named the tool; null if it is not known. */
    since: began,
    isStale,
    note: isStale ? 'not found by a later look' : notes,
    commit: tool.commit.slice(0, 7),
  }
}
export type Cited = NonNullable<ReturnType<typeof proofLine>>

/** "read 22 Nov 2026, at the commit of 4 Oct". */
function copyDays({ source_date, checked_at }: ProductProof): string {
  const read = `read ${shortDay(checked_at)}`
  if (!source_date) return read
  const isSameYear = source_date.slice(0, 4) === checked_at.slice(0, 4)
  const of = shortDay(source_date)
  return `${read}, at the commit of ${isSameYear ? of.replace(/ \d{4}$/, '') : of}`
}

/** The day of the newest commit that was seen, in words; null if unknown. */
function newestCommit(proof: ProductProof | null | undefined): string | null {
  const made = proof?.last_activity ? shortDay(proof.last_activity) : null
  if (!proof?.archived) return made
  return made ? `${made}, then archived` : 'Archived'
}

/** A URL in short: "apps/web/package.json:12" of a repository, else without the protocol. */
export function shortSource(url: string): string {
  const lines = /#L(\d+)(?:-L(\d+))?$/.exec(url)
  const file = /\/blob\/[^/]+\/([^#?]+)/.exec(url)?.[1]
  if (file === undefined) return url.replace(/^https?:\/\//, '')
  return `${file}${lines ? `:${lines.slice(1).filter(Boolean).join('-')}` : ''}`
}

/**
 * What a proof shows, as pages print it: "langgraph >=0.2.73,<0.3", "postgres:16-alpine",
 * "engines.node >=18". Null if nothing is known but the place.
 */
export function shownBy({
  package: named,
  requirement,
  shows,
}: Pick<ProductProof['tools'][number], 'package' | 'shows'> & {
  requirement: StoredRequirement | null
}): string | null {
  const what = named === null ? shows : (packageName(named)?.name ?? named)
  if (what === null || requirement === null) return what
  return `${what}${named?.startsWith('pkg:docker/') ? ':' : ' '}${requirement.raw}`
}

/** The line that proves this tool of a listing; undefined if its proof has none. */
export function citedLine(proof: ProductProof | null | undefined, slug: string): Cited | undefined {
  const line = proofView(proof, 0).line(slug)
  return line?.isStale ? undefined : line
}

/** For code hosts whose file URLs do not contain `blob`: the path segments before the commit. */
const segments = new Map([
  ['gitlab.com', '-/blob'],
  ['codeberg.org', 'src/commit'],
])

/** The page of a commit. */
export function commitUrl(repository: string, commit: string): string {
  const isGitLab = URL.parse(repository)?.host === 'gitlab.com'
  return `${repository.replace(/\/$|\.git$/g, '')}/${isGitLab ? '-/' : ''}commit/${commit}`
}

/** The permanent URL of a line of a file at a commit. */
export function sourceUrl(
  repository: string,
  commit: string,
  path: string,
  line: number | null,
): string {
  const host = URL.parse(repository)?.host ?? ''
  const segment = segments.get(host) ?? 'blob'
  const file = path.split('/').map(encodeURIComponent).join('/')
  const at = line === null ? '' : `#L${line}`
  return `${repository.replace(/\/$|\.git$/g, '')}/${segment}/${commit}/${file}${at}`
}
