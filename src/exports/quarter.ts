// An issue of "State of the agent stack" as Markdown and as CSV.
import type { Addresses } from '#core/addresses.ts'
import type { QuarterView } from '#present/lists/quarter.ts'
import { trendsNote } from '#present/lists/trend-words.ts'
import { day } from '#present/words.ts'
import { trendTables } from './trends-markdown.ts'

/** How an issue is cited. */
export const citation = ({ title, number, frozen_on, slug }: QuarterView, to: Addresses): string =>
  `Proofstack: ${title}. Issue ${number}, frozen on ${day(frozen_on)}. ${to.state}/${slug}`

export function quarterMarkdown(view: QuarterView, to: Addresses): string {
  const files = `Numbers: <${to.state}/${view.slug}.csv>. Cite as: ${citation(view, to)}`
  const findings = view.findings.map(({ count, what }) => `- ${count} ${what}`).join('\n')
  return trendTables(
    [`# ${view.title}`, view.lead, findings, files, trendsNote],
    { ranked: view.tools, ...view },
    to,
  )
}

const before = ['quarter', 'count', 'of', 'percent'].map((name) => `${name}_a_year_before`)
const columns = ['rank', 'slug', 'name', 'quarter', 'count', 'of', 'percent', ...before, 'points']

export function quarterCsv({ tools }: QuarterView): string {
  const rows = tools.map(({ slug, name, shares, points }, index) => {
    const [now, then] = [shares.at(-1)!, shares.at(-5)!].map(({ quarter, count, of, percent }) => [
      quarter,
      count,
      of,
      percent,
    ])
    return [index + 1, slug, `"${name.replaceAll('"', '""')}"`, ...now!, ...then!, points]
  })
  return [columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}
