import { sql } from 'kysely'
import type { ProductDetail } from '#contract/resources/product.ts'
import { searchKey } from '#core/search-key.ts'
import { type Topic, marksOf } from '#core/topics.ts'
import { spoken } from '#core/words.ts'
import type { Db } from '#db/connect.ts'
import { type Scored, whatWasAsked } from './relevance.ts'

/** What a listing is judged by beside what the API tells of it. */
interface Known {
  topics: readonly Topic[]
  /** Other names of tools. */
  aliases: ReadonlyMap<string, string[]>
  /** What people ask for who need a listing. */
  asks: ReadonlyMap<string, readonly string[]>
}

const quotedIn = (reason: string) => [...reason.matchAll(/"([^"]+)"/g)].map(([, one]) => one!)

/**
 * Whether a reason of a recommendation is true of the listing, judged from the listing as everybody
 * reads it and not from what the ranking looks at.
 */
export async function isTrueReason(
  db: Db,
  reason: string,
  product: ProductDetail,
  { topics, aliases, asks }: Known,
): Promise<boolean> {
  const holds = async (texts: readonly (string | null)[], words: string): Promise<boolean> => {
    const text = texts.map((one) => searchKey(one ?? '', ' ')).join(' ')
    const { rows } = await sql<{ holds: boolean }>`
      select to_tsvector('english', ${text}::text) @@ plainto_tsquery('english', ${words}::text) as holds`.execute(
      db,
    )
    return rows[0]!.holds
  }
  const names = [product.name, product.slug]
  const tools = product.tools.flatMap(({ slug, name }) => [name, ...(aliases.get(slug) ?? [])])
  const long = [product.overview, product.workflow_summary, product.qualification_statement]
  const words = /"(.+)"\.$/.exec(reason)?.[1] ?? ''
  // What is quoted stands there, letter by letter.
  const isQuoted = (text: string) => quotedIn(reason).every((one) => text.includes(one))
  if (reason.startsWith('Its name says')) return isQuoted(product.name)
  if (/^Its name has (?:words|a form) of/.test(reason)) return holds(names, words)
  if (reason.startsWith('People ask for it with'))
    return quotedIn(reason).every((one) => asks.get(product.slug)?.includes(one))
  if (reason.startsWith('Its tools are known by')) return holds(tools, words)
  if (reason.startsWith('Its description says')) return isQuoted(product.description)
  if (/^Its description has (?:words|a form) of/.test(reason))
    return holds([product.description], words)
  if (reason.startsWith('Its longer texts, not its description, have'))
    return (await holds(long, words)) && !(await holds([product.description], words))
  if (reason.startsWith('Its texts together hold'))
    return holds(
      [...names, ...tools, product.description, ...long, ...(asks.get(product.slug) ?? [])],
      words,
    )
  const topic = /^(?:Its topic is|It has to do with) (.+)\.$/.exec(reason)?.[1]
  if (topic !== undefined) {
    const marks = marksOf(topics.find(({ name }) => name === topic)!)
    const said = [product.name, product.description]
    return (await Promise.all(marks.map((mark) => holds(said, mark.join(' '))))).includes(true)
  }
  const built = /^It is built with (?:\d+ of the \d+ tools asked for: )?(.+)\.$/.exec(reason)?.[1]
  if (built !== undefined)
    return built.split(', ').every((name) => product.tools.some((tool) => tool.name === name))
  const near = /^It works with (.+)\.$/.exec(reason)?.[1]
  if (near !== undefined)
    return near
      .split(', ')
      .every((name) => product.compatibility_matrix.some(({ tool }) => tool.name === name))
  const licence = /^Its licence is (.+)\.$/.exec(reason)?.[1]
  if (licence !== undefined) return product.proof?.licence === licence
  const isVerified = product.claim_review_status === 'verified'
  const useCase = /^Its agents are for (.+), which is the task\.$/.exec(reason)?.[1]
  if (useCase !== undefined)
    return (
      isVerified &&
      product.agent_use_case !== null &&
      spoken.agent_use_case[product.agent_use_case] === useCase
    )
  const others: Record<string, boolean> = {
    'Its claim is verified by the editors.': isVerified,
    'Its listing rests on evidence that was reviewed.':
      product.trust !== null && product.trust.source_quality !== 'manual_review_only',
    'Our badge was found on its site.': product.badge_verified,
    'The editors feature it.': product.is_featured,
  }
  return others[reason] ?? false
}

/**
 * The reasons of some answers that are not true of their listings, each with what was asked.
 * `product` reads a listing as everybody reads it.
 */
export async function findFalseReasons(
  db: Db,
  scored: readonly Scored[],
  known: Known & {
    product: (slug: string) => Promise<ProductDetail>
  },
): Promise<{ count: number; untrue: string[] }> {
  const asked = new Map<string, { slug: string; reason: string; by: string }>()
  for (const { query, reasons } of scored)
    for (const { slug, reason } of reasons)
      asked.set(`${slug} ${reason}`, { slug, reason, by: whatWasAsked(query) })
  const untrue: string[] = []
  for (const { slug, reason, by } of asked.values())
    if (!(await isTrueReason(db, reason, await known.product(slug), known)))
      untrue.push(`${by}: ${slug}: ${reason}`)
  return { count: asked.size, untrue }
}
