// The facts of products that a comparison sets side by side, as cells: how each is run, what it
// costs, how alive it is and how much of it is proved.
import { enums } from '#contract/enums.ts'
import { type FactKind, factKinds } from '#contract/resources/facts.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { plural } from '#core/plural.ts'
import { sourcedFacts } from './fact-words.ts'
import { connectOf, howItRuns, startOf } from './how-it-runs.ts'
import { isModel, licenceInWords, modelsOf, stateOf } from './key-facts.ts'
import { proofView } from './product-proof.ts'
import { pastEndOf } from './support-words.ts'
import { shortMonth, words } from '#present/words.ts'

/** `href` is a URL, or a part of the page of the listing such as "#stack". */
export interface FactCell {
  text: string
  href?: string
}

/** One fact about each product; `same` is the common cell if all cells are equal. */
export interface FactRow {
  title: string
  /** Null where the fact is not known or not named. */
  cells: (FactCell | null)[]
  same: FactCell | undefined
}

interface ComparedFact {
  title: string
  of: (product: ProductDetail) => string | FactCell | null
}

const mostNames = 6

const comparedFacts: readonly ComparedFact[] = [
  {
    title: 'Type',
    of: ({ qualification_type: kind }) => kind && words.qualification_type[kind],
  },
  { title: 'Use case', of: ({ agent_use_case: use }) => use && words.agent_use_case[use] },
  {
    title: 'Audience',
    // Tags in a fixed order, so that equal sets of tags give equal texts.
    of: ({ audience_tags: tags }) =>
      enums.audienceTag
        .filter((tag) => tags.includes(tag))
        .map((tag) => words.audience[tag])
        .join(', ') || null,
  },
  { title: 'Licence', of: licenceInWords },
  { title: 'Price', of: ({ facts }) => priceList(facts) },
  { title: 'Hosting', of: (product) => joined(howItRuns(product)) },
  { title: factKinds.package.label, of: ({ facts }) => valuesOf(facts, 'package') },
  { title: factKinds.deploy.label, of: ({ facts }) => valuesOf(facts, 'deploy') },
  { title: 'Start or install', of: (product) => startOf(product)?.answer ?? null },
  { title: factKinds.connect.label, of: (product) => connectOf(product) ?? null },
  { title: factKinds.interface.label, of: ({ facts }) => valuesOf(facts, 'interface') },
  { title: 'Models', of: modelNames },
  { title: 'Works with', of: worksWith },
  { title: 'State', of: (product) => stateOf(product).text },
  { title: factKinds.contributors.label, of: ({ facts }) => valuesOf(facts, 'contributors') },
  { title: 'Since', of: beganIn },
  { title: 'Latest release', of: ({ facts }) => valuesOf(facts, 'latest_release') },
  { title: 'Last commit', of: ({ proof }) => proofView(proof, 0).newest },
  { title: 'Tools shown in code', of: proofOf },
  { title: 'Past its end', of: pastEndWords },
  {
    title: 'Evidence',
    of: ({ trust }) => {
      const count = trust?.evidence.length ?? 0
      if (count === 0) return null
      return { text: plural(count, 'source'), href: '#evidence' }
    },
  },
]

/** The rows of a comparison. A fact that no product has is left out. */
export function comparedRows(products: readonly ProductDetail[]): FactRow[] {
  return comparedFacts.flatMap(({ title, of }) => {
    const cells = products.map((product) => cellOf(of(product)))
    const [first] = cells
    if (cells.every((cell) => cell === null)) return []
    // A link elsewhere is of one product, so its cell stays in its column.
    const isSame = cells.every(
      (cell) => cell?.text === first?.text && (!cell?.href || cell.href.startsWith('#')),
    )
    return [{ title, cells, same: isSame ? (first ?? undefined) : undefined }]
  })
}

const cellOf = (of: string | FactCell | null): FactCell | null =>
  typeof of === 'string' ? { text: of } : of

function valuesOf(facts: ProductDetail['facts'], kind: FactKind): string | null {
  return joined(sourcedFacts(facts).find(({ name }) => name === kind)?.values ?? [])
}

const joined = (values: readonly { text: string }[]): string | null =>
  values.map(({ text }) => text).join(', ') || null

// The directory knows where prices are published, not the prices, which change.
function priceList(facts: ProductDetail['facts']): FactCell | null {
  const price = facts.find(({ fact }) => fact === 'pricing')
  return price ? { text: 'Price list', href: price.value } : null
}

// In alphabetical order, so that equal models give equal texts.
function modelNames(product: ProductDetail): string | null {
  const names = modelsOf(product).map(({ name }) => name)
  return names.sort((a, b) => a.localeCompare(b, 'en')).join(', ') || null
}

// What it works with besides its stack and models, which have rows of their own.
function worksWith({ tools, compatibility_matrix }: ProductDetail): string | null {
  const names = compatibility_matrix
    .filter(({ tool }) => !isModel(tool) && !tools.some(({ slug }) => slug === tool.slug))
    .map(({ tool }) => tool.name)
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return names.length > 0 ? `${names.slice(0, mostNames).join(', ')}${more}` : null
}

function beganIn({ launch_date, proof }: ProductDetail): string | null {
  const began = launch_date ?? proof?.first_commit
  return began ? shortMonth(began) : null
}

function pastEndWords(product: ProductDetail): FactCell | null {
  const ended = pastEndOf(product).map(({ asked, ended: when }) => `${asked}, which ${when}`)
  return ended.length > 0 ? { text: ended.join('; '), href: '#stack' } : null
}

function proofOf({ proof, tools }: ProductDetail): FactCell | null {
  if (!proof || tools.length === 0) return null
  return { text: `${proofView(proof, tools.length).count} of ${tools.length}`, href: '#stack' }
}
