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

const monthMs = (365.25 / 12) * 24 * 3_600_000

/**
 * The growth of a stack, by the first days of its tools; undefined if its history was not read, or
 * has no two tools or days. `x` and `width` are parts of the whole time, in percent.
 */
export function stackGrowth(
  { proof, tools, lifecycle }: Pick<ProductDetail, 'proof' | 'tools' | 'lifecycle'>,
  past: readonly PastTool[],
) {
  if (!proof?.first_commit || !proof.last_activity) return undefined
  const known = new Map(proof.tools.map(({ slug, since }) => [slug, since]))
  const used = tools.flatMap(({ slug, name }) => {
    const since = known.get(slug)
    return since ? [{ slug, name, since, until: undefined, href: undefined }] : []
  })
  const all = [...used, ...past]
  if (all.length < 2) return undefined
  const first = [proof.first_commit, ...all.map(({ since }) => since)]
  const last = [proof.last_activity, ...past.map(({ until }) => until)]
  const begin = Math.min(...first.map(Date.parse))
  const end = Math.max(...last.map(Date.parse))
  if (end === begin) return undefined
  const at = (time: number) => Math.round(((time - begin) / (end - begin)) * 1000) / 10
  const isOver = isEnded({ lifecycle })
  const ended = pastEndOf({ proof, tools }).filter(({ ends }) => ends && Date.parse(ends) <= end)
  const dots = new Map(ended.map(({ slug, ends }) => [slug, Date.parse(ends!)]))
  const bars = all
    .toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since))
    .map(({ slug, name, since, until, href }) => {
      const x = at(Date.parse(since))
      const over = until ?? (isOver ? proof.last_activity : null)
      const dot = until ? undefined : dots.get(slug)
      return {
        slug,
        name,
        x,
        // A bar of a few days is seen, too.
        width: Math.max(at(until ? Date.parse(until) : end) - x, 0.8),
        when: over ? `${shortMonth(since)} to ${shortMonth(over)}` : `since ${shortMonth(since)}`,
        /** The commit that removed the tool; undefined if it is still used. */
        left: href,
        /** Where the version ended that is still asked for. */
        past: dot && at(Math.max(dot, Date.parse(since))),
      }
    })
  const months = plural(Math.max(1, Math.round((end - begin) / monthMs)), 'month')
  const gone = past.length > 0 ? `, ${past.length} that came and went` : ''
  const now = isOver ? 'at its end' : 'in use'
  return {
    summary: `Read from ${months} of commits: ${plural(used.length, 'tool')} ${now}${gone}.${dots.size > 0 ? ' A dot is the end of a version that its code still asks for.' : ''}`,
    bars,
    years: yearsBetween(begin, end).map((year) => ({ x: at(Date.UTC(year)), label: `${year}` })),
  }
}

export type StackGrowth = NonNullable<ReturnType<typeof stackGrowth>>

/** The years that begin between two times. */
function yearsBetween(begin: number, end: number): number[] {
  const first = new Date(begin).getUTCFullYear() + 1
  const last = new Date(end).getUTCFullYear()
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
