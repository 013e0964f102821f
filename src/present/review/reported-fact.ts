// The facts of a listing that a report can be about: their names, and what the page says of each.
import type { ReportedFact } from '#contract/enums.ts'
import { isOfTool } from '#contract/operations/report-fact.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { licenceInWords, stateOf } from '#present/product/key-facts.ts'
import { citedLine } from '#present/product/product-proof.ts'
import { words } from '#present/words.ts'

export interface FactChoice {
  fact: ReportedFact
  /** The slug of a tool, for the facts about a tool. */
  tool?: string | null | undefined
}

/** What a page says of a fact. `source` is the line or page that it cites for it. */
export interface ShownFact {
  says: string
  source: string | null
}

const nouns = {
  tool: 'that it is built with',
  line: 'the line that is cited for',
  works_with: 'that it works with',
  licence: 'the licence',
  state: 'the state: whether it is still worked on',
  claim: 'what it says of its agents',
  text: 'a description',
  other: 'something else',
} as const satisfies Record<ReportedFact, string>

/** A fact in the middle of a sentence: "the line that is cited for Next.js". */
export function factInWords({ fact, tool }: FactChoice, toolName = tool ?? 'a tool'): string {
  return isOfTool(fact) ? `${nouns[fact]} ${toolName}` : nouns[fact]
}

/** The tools of a listing that a report about this fact can name. */
export function reportableTools(
  {
    tools,
    compatibility_matrix,
    proof,
  }: Pick<ProductDetail, 'tools' | 'compatibility_matrix' | 'proof'>,
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
  // Facts of the whole listing first: the tools may be many.
  const order: ReportedFact[] = ['text', 'licence', 'state', 'claim', 'tool', 'line', 'works_with']
  return [...order, 'other' as const].flatMap(about)
}

/** What the page of a listing says of a fact now; null if it says nothing of it. */
export function shownFact(product: ProductDetail, { fact, tool }: FactChoice): ShownFact | null {
  switch (fact) {
    case 'tool':
    case 'line':
      return shownTool(product, tool)
    case 'works_with': {
      const row = product.compatibility_matrix.find((one) => one.tool.slug === tool)
      if (!row) return null
      const note = row.note === null ? '' : ` ${row.note}`
      return says(`${row.tool.name}: ${words.compatibility[row.status]}.${note}`)
    }
    case 'licence':
      return says(licenceInWords(product) ?? 'not known')
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

const says = (text: string, source: string | null = null): ShownFact => ({ says: text, source })

function shownTool(
  { tools, proof }: ProductDetail,
  slug: string | null | undefined,
): ShownFact | null {
  const tool = tools.find((one) => one.slug === slug)
  if (!tool) return null
  const cited = citedLine(proof, tool.slug)
  if (!cited) return says(`${tool.name}: no line of its code is cited.`)
  const shows = cited.shows ? `: ${cited.shows}` : ''
  return says(`${tool.name}: ${cited.text}${shows}`, cited.href)
}
