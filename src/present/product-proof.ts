import type { ProductProof, ProofLevel } from '#contract/resources/proof.ts'
import type { Moment } from '#contract/product-shapes.ts'
import type { ProofReach } from '#core/proof-reach.ts'
import { day } from './words.ts'

/** What a repository proved of a listing, as the database holds it. */
export interface ProofRecord {
  repository: string
  commit: string
  licence: string | null
  last_activity: Moment | null
  archived: boolean | null
  checked_at: Moment
  tools: {
    slug: string
    state: 'proved' | 'not_found'
    level: ProofLevel | null
    path: string | null
    line: number | null
  }[]
  /** The tools that a later look found no more. */
  lost: readonly string[]
}

type Told = ProductProof['tools'][number]

/**
 * The proof of a listing as the API tells it: of the tools that it lists now, in its order. One that
 * was listed since is not told until somebody looks again.
 */
export function productProof(
  proof: ProofRecord | null,
  listed: readonly string[],
): ProductProof | null {
  if (!proof) return null
  const { repository, commit, licence, last_activity, archived } = proof
  const checked_at = new Date(proof.checked_at).toISOString()
  const bySlug = new Map(proof.tools.map((tool) => [tool.slug, tool]))
  const tools = listed.flatMap((name) => {
    const tool = bySlug.get(name)
    if (!tool) return []
    const { slug, level, path, line } = tool
    const state: Told['state'] = proof.lost.includes(slug) ? 'stale' : tool.state
    const source = path === null ? null : sourceUrl(repository, commit, path, line)
    return [{ slug, state, level, source, commit, line, checked_at }]
  })
  return {
    repository,
    licence,
    last_activity: last_activity === null ? null : new Date(last_activity).toISOString(),
    archived,
    checked_at,
    tools,
  }
}

/** How many tools of a listing its proof shows, and in words, as the ledger and the picture say it. */
export function shownInCode(
  { tools }: Pick<ProductProof, 'tools'>,
  listed: number,
): { count: number; words: string } {
  const count = tools.filter(({ state }) => state === 'proved').length
  const noun = listed === 1 ? 'tool' : 'tools'
  return { count, words: `${count} of ${listed} ${noun} shown in the code` }
}

/** How far the proof of a listing reaches: one without a proof has no tool shown yet. */
export function proofReach(proof: Pick<ProductProof, 'tools'> | null, listed: number): ProofReach {
  const { count } = shownInCode({ tools: proof?.tools ?? [] }, listed)
  if (count === 0) return 'none_yet'
  return count < listed ? 'some_tools' : 'every_tool'
}

/** When somebody last worked on the code, in words; null where nobody knows. */
export function lastCommit(
  proof: Pick<ProductProof, 'last_activity' | 'archived'> | null | undefined,
  inWords: typeof day = day,
): string | null {
  const made = proof?.last_activity ? inWords(proof.last_activity) : null
  if (!proof?.archived) return made
  return made ? `${made}, then archived` : 'Archived'
}

/** "https://github.com/o/r/blob/<commit>/apps/web/package.json#L12" is "apps/web/package.json:12". */
export function citation(source: string, line: number | null): string {
  const file = /\/blob\/[^/]+\/([^#?]+)/.exec(source)?.[1] ?? source.replace(/^https?:\/\//, '')
  return line === null ? file : `${decodeURIComponent(file)}:${line}`
}

/** How hosts of repositories address a line of a file at a commit. */
const ways = {
  'gitlab.com': '-/blob',
  'codeberg.org': 'src/commit',
} as const satisfies Record<string, string>

/** The address of a line at a commit, which stays what it is when the file changes. */
export function sourceUrl(
  repository: string,
  commit: string,
  path: string,
  line: number | null,
): string {
  const host = URL.parse(repository)?.host ?? ''
  const way = Object.hasOwn(ways, host) ? ways[host as keyof typeof ways] : 'blob'
  const file = path.split('/').map(encodeURIComponent).join('/')
  const at = line === null ? '' : `#L${line}`
  return `${repository.replace(/\/$|\.git$/g, '')}/${way}/${commit}/${file}${at}`
}
