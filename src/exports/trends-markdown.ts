// The page /trends as Markdown.
import type { Addresses } from '#core/addresses.ts'
import {
  type PastEndShare,
  type QuarterShare,
  type RankedTool,
  type Replaced,
  countedNote,
  pastEndReach,
  pastEndSentence,
  pointsWords,
} from '#present/lists/trend-words.ts'
import { documentOf, link, markdownTable } from './markdown.ts'

interface Shown {
  ranked: readonly RankedTool[]
  up: readonly RankedTool[]
  down: readonly RankedTool[]
  replaced: readonly Replaced[]
  pastEnd?: PastEndShare
}

export function trendsMarkdown(shown: Shown, to: Addresses): string {
  const text = `Page: <${to.trends}>. The use of tools by quarter, and who switched: <${to.api}/trends>, <${to.changelog}.md>, [Atom](${to.trends}.atom).`
  return trendTables(['# Trends', text, countedNote], shown, to)
}

/** The tools that rose and fell, and what came, below a head. */
export function trendTables(
  head: readonly string[],
  { ranked, up, down, replaced, pastEnd }: Shown,
  to: Addresses,
): string {
  const named = ({ slug, name }: Pick<RankedTool, 'slug' | 'name'>) =>
    link(name, `${to.tool(slug)}.md`)
  const over = (share: QuarterShare | undefined) => (share ? `${share.count} of ${share.of}` : '')
  const [now, before] = [up[0]?.shares.at(-1)?.quarter, up[0]?.shares.at(-5)?.quarter]
  const changes = (title: string, tools: readonly RankedTool[]) => {
    const rows = tools.map(({ shares, points, ...tool }) => [
      named(tool),
      over(shares.at(-5)),
      over(shares.at(-1)),
      pointsWords(points),
    ])
    const head = ['Tool', String(before), String(now), 'Points']
    return rows.length > 0 && `## ${title}\n\n${markdownTable(head, rows)}`
  }
  return documentOf([
    ...head,
    changes('Used most', ranked),
    changes('Share rose most in a year', up),
    changes('Share fell most in a year', down),
    replaced.length > 0 && '## What came when a tool left',
    replaced.length > 0 &&
      markdownTable(
        ['Left', 'Products that gave it up', 'Came within 90 days'],
        replaced.map(({ left, came, ...tool }) => [
          named(tool),
          String(left),
          came.map((other) => `${named(other)} ${other.count}`).join(', '),
        ]),
      ),
    ...(pastEnd?.count
      ? [
          '## Past their end',
          `${pastEndSentence(pastEnd)} ${pastEndReach(pastEnd)}`,
          pastEnd.tools.map((tool) => `- ${named(tool)}: ${tool.count} of ${tool.of}`).join('\n'),
        ]
      : []),
  ])
}
