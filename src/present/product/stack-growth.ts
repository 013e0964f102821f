// How the stack of a product grew: a bar for each tool from its first day to its last.
import type { ProductDetail } from '#contract/resources/product.ts'
import { plural } from '#core/plural.ts'
import { shortMonth } from '#present/words.ts'
import { isEnded } from './lifecycle-words.ts'
import { pastEndOf } from './support-words.ts'

/** A tool that left a stack, with the commit that removed it. */
export interface PastTool {
  slug: string
  name: string
  since: string
  until: string
  href: string
}

/** A bar; `x` and `width` are parts of the whole time, in percent. */
interface Bar {
  slug: string
  name: string
  x: number
  width: number
  /** "since December 2024", or "March 2025 to June 2026". */
  when: string
  /** The commit that removed the tool; undefined if it is still used. */
  left?: string
  /** Where the version ended that is still asked for. */
  past?: number
}

/** The bars by their first day, and a mark for each beginning year. */
export interface StackGrowth {
  summary: string
  bars: Bar[]
  years: { x: number; label: string }[]
}

const monthMs = (365.25 / 12) * 24 * 3_600_000

/** The growth of a stack; undefined if its history was not read, or has no two tools or days. */
export function stackGrowth(
  { proof, tools, lifecycle }: Pick<ProductDetail, 'proof' | 'tools' | 'lifecycle'>,
  past: readonly PastTool[],
): StackGrowth | undefined {
  if (!proof?.first_commit || !proof.last_activity) return undefined
  const known = new Map(proof.tools.map(({ slug, since }) => [slug, since]))
  const used = tools.flatMap(({ slug, name }) => {
    const since = known.get(slug)
    return since ? [{ slug, name, since }] : []
  })
  if (used.length + past.length < 2) return undefined
  const begin = Math.min(
    Date.parse(proof.first_commit),
    ...[...used, ...past].map(({ since }) => Date.parse(since)),
  )
  const end = Math.max(
    Date.parse(proof.last_activity),
    ...past.map(({ until }) => Date.parse(until)),
  )
  if (end === begin) return undefined
  const at = (time: number) => Math.round(((time - begin) / (end - begin)) * 1000) / 10
  const place = (since: string, until: number) => {
    const x = at(Date.parse(since))
    // A bar of a few days is seen, too.
    return { x, width: Math.max(at(until) - x, 0.8) }
  }
  const isOver = isEnded({ lifecycle })
  const ended = pastEndOf({ proof, tools }).filter(({ ends }) => ends && Date.parse(ends) <= end)
  const dots = new Map(ended.map(({ slug, ends }) => [slug, Date.parse(ends!)]))
  const bars = [
    ...used.map((tool) => ({
      ...tool,
      ...place(tool.since, end),
      ...(dots.has(tool.slug) && {
        past: at(Math.max(dots.get(tool.slug)!, Date.parse(tool.since))),
      }),
      when: isOver
        ? `${shortMonth(tool.since)} to ${shortMonth(proof.last_activity!)}`
        : `since ${shortMonth(tool.since)}`,
    })),
    ...past.map(({ since, until, href, ...tool }) => ({
      ...tool,
      since,
      ...place(since, Date.parse(until)),
      when: `${shortMonth(since)} to ${shortMonth(until)}`,
      left: href,
    })),
  ].sort((a, b) => Date.parse(a.since) - Date.parse(b.since))
  const months = plural(Math.max(1, Math.round((end - begin) / monthMs)), 'month')
  const gone = past.length > 0 ? `, ${past.length} that came and went` : ''
  const now = isOver ? 'at its end' : 'in use'
  return {
    summary: `Read from ${months} of commits: ${plural(used.length, 'tool')} ${now}${gone}.${dots.size > 0 ? ' A dot is the end of a version that its code still asks for.' : ''}`,
    bars,
    years: yearsBetween(begin, end).map((year) => ({ x: at(Date.UTC(year)), label: `${year}` })),
  }
}

/** The years that begin between two times. */
function yearsBetween(begin: number, end: number): number[] {
  const first = new Date(begin).getUTCFullYear() + 1
  const last = new Date(end).getUTCFullYear()
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
