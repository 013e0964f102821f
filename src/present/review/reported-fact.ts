// The facts of a listing that a report can be about: their names, and what the page says of each.
import type { ReportState, ReportedFact } from '#contract/enums.ts'
import { isOfTool } from '#contract/operations/report-fact.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { stateOf } from '#present/product/key-facts.ts'
import { wholeLicence } from '#present/product/licence-words.ts'
import { citedLine } from '#present/product/product-proof.ts'
import { whenSeen, words } from '#present/words.ts'

export interface FactChoice {
  fact: ReportedFact
  /** The slug of a tool, for the facts about a tool. */
  tool?: string | null | undefined
}

// In the order of the form: facts of the whole listing first, since its tools may be many.
const nouns = {
  text: 'a description',
  licence: 'the licence',
  state: 'the state: whether it is still worked on',
  claim: 'what it says of its agents',
  missing_tool: 'a tool that is missing',
  tool: 'that it is built with',
  line: 'the line that is cited for',
  works_with: 'that it works with',
  other: 'something else',
} as const satisfies Record<ReportedFact, string>

/** A fact in the middle of a sentence: "the line that is cited for Next.js". */
export function factInWords({ fact, tool }: FactChoice, toolName = tool ?? 'a tool'): string {
  if (isOfTool(fact)) return `${nouns[fact]} ${toolName}`
  return tool == null ? nouns[fact] : `${nouns[fact]}, ${toolName}`
}

/** What became of a report, for its mail and its page. Why it is junk is not said. */
export const reportOutcomes = {
  open: 'It is with the editors. One of them compares it with the source, and with what the page says.',
  mended: `An editor agrees: the listing is corrected, ${whenSeen}.`,
  answered: 'An editor read it, and the listing stays as it is.',
  junk: 'It is closed.',
} as const satisfies Record<ReportState, string>

/** The tools of a listing that a report about this fact can name. */
export function reportableTools(
  { tools, compatibility_matrix, proof }: ProductDetail,
  fact: ReportedFact,
): { slug: string; name: string }[] {
  if (fact === 'tool') return tools
  if (fact === 'works_with') return compatibility_matrix.map(({ tool }) => tool)
  if (fact !== 'line') return []
  const cited = new Set(proof?.tools.flatMap(({ slug, source }) => (source ? [slug] : [])))
  return tools.filter(({ slug }) => cited.has(slug))
}

/** Every fact of a listing that a report can be about, each in words. */
export function factChoices(product: ProductDetail): (FactChoice & { label: string })[] {
  const about = (fact: ReportedFact) =>
    isOfTool(fact)
      ? reportableTools(product, fact).map(({ slug, name }) => ({
          fact,
          tool: slug,
          label: factInWords({ fact, tool: slug }, name),
        }))
      : [{ fact, label: factInWords({ fact }) }]
  // Safe cast: the keys of `nouns`, which Object.keys types as string.
  return (Object.keys(nouns) as ReportedFact[]).flatMap(about)
}

/** What the page of a listing says of a fact now; null if it says nothing of it. */
export function shownFact(product: ProductDetail, { fact, tool }: FactChoice): ShownFact | null {
  switch (fact) {
    case 'tool':
    case 'line':
      return shownTool(product, tool)
    case 'missing_tool':
      return says(product.tools.map(({ name }) => name).join(', '))
    case 'works_with': {
      const row = product.compatibility_matrix.find((one) => one.tool.slug === tool)
      if (!row) return null
      const note = row.note === null ? '' : ` ${row.note}`
      return says(`${row.tool.name}: ${words.compatibility[row.status]}.${note}`)
    }
    case 'licence':
      return says(wholeLicence(product) ?? 'not known')
    case 'state':
      return says(stateOf(product).text)
    case 'claim':
      return product.qualification_statement ? says(product.qualification_statement) : null
    case 'text':
      return says([product.description, product.editorial_summary].filter(Boolean).join('\n'))
    case 'other':
      return null
  }
}

/** What a page says of a fact. `source` is the line or page that it cites for it. */
const says = (text: string, source: string | null = null) => ({ says: text, source })
export type ShownFact = ReturnType<typeof says>

function shownTool({ tools, proof }: ProductDetail, slug: string | null | undefined) {
  const tool = tools.find((one) => one.slug === slug)
  if (!tool) return null
  const cited = citedLine(proof, tool.slug)
  if (!cited) return says(`${tool.name}: no line of its code is cited.`)
  const shows = cited.shows ? `: ${cited.shows}` : ''
  return says(`${tool.name}: ${cited.text}${shows}`, cited.href)
}
