// The facts of products that a comparison sets side by side, as cells: how each is run, what it
// costs, how alive it is and how much of it is proved.
import { enums } from '#contract/enums.ts'
import { type FactKind, factKinds } from '#contract/resources/facts.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { plural } from '#core/plural.ts'
import { factsInWords } from './fact-words.ts'
import { type Answer, connectOf, howItRuns, startOf } from './how-it-runs.ts'
import { beganIn, modelsOf, stateOf } from './key-facts.ts'
import { wholeLicence } from './licence-words.ts'
import { proofView } from './product-proof.ts'
import { pastEndOf } from './support-words.ts'
import { isModel } from '#present/lists/browse.ts'
import { words } from '#present/words.ts'

type ComparedFact = [
  title: string,
  of: (product: ProductDetail) => string | Answer | null | undefined,
]

/** A fact of this kind, by its own label. */
const stated = (kind: FactKind): ComparedFact => [
  factKinds[kind].label,
  ({ facts }) => joined(factsInWords(facts, kind)),
]
const joined = (values: readonly { text: string }[]) => values.map(({ text }) => text).join(', ')

const mostNames = 6

const comparedFacts: readonly ComparedFact[] = [
  ['Type', ({ qualification_type: kind }) => kind && words.qualification_type[kind]],
  ['Use case', ({ agent_use_case: use }) => use && words.agent_use_case[use]],
  [
    'Audience',
    // Tags in a fixed order, so that equal sets of tags give equal texts.
    ({ audience_tags: tags }) =>
      enums.audienceTag
        .filter((tag) => tags.includes(tag))
        .map((tag) => words.audience[tag])
        .join(', '),
  ],
  ['Licence', wholeLicence],
  ['Price', priceList],
  ['Hosting', (product) => joined(howItRuns(product))],
  stated('package'),
  stated('deploy'),
  ['Start or install', (product) => startOf(product)?.answer],
  [factKinds.connect.label, connectOf],
  stated('interface'),
  ['Models', modelNames],
  ['Works with', worksWith],
  ['State', (product) => stateOf(product).text],
  stated('contributors'),
  ['Since', beganIn],
  stated('latest_release'),
  ['Last commit', ({ proof }) => proofView(proof, 0).newest],
  ['Tools shown in code', proofOf],
  ['Past its end', pastEndWords],
  ['Evidence', evidenceCount],
]

/**
 * The rows of a comparison: a cell for each product, null where the fact is not known, and `same`,
 * their common cell if all are equal. The `href` of a cell is a URL, or a part of the page of the
 * listing such as "#stack". A fact that no product has is left out.
 */
export function comparedRows(products: readonly ProductDetail[]) {
  return comparedFacts.flatMap(([title, of]) => {
    const cells = products.map((product) => cellOf(of(product)))
    const [first] = cells
    if (cells.every((cell) => cell === null)) return []
    // A link elsewhere is of one product, so its cell stays in its column.
    const isSame = cells.every(
      (cell) => cell?.text === first?.text && (!cell?.href || cell.href.startsWith('#')),
    )
    return [{ title, cells, same: (isSame && first) || undefined }]
  })
}
export type FactRow = ReturnType<typeof comparedRows>[number]

function cellOf(said: string | Answer | null | undefined): Answer | null {
  if (!said) return null
  return typeof said === 'string' ? { text: said } : said
}

// The directory knows where prices are published, not the prices, which change.
function priceList({ facts }: ProductDetail): Answer | undefined {
  const price = facts.find(({ fact }) => fact === 'pricing')
  return price && { text: 'Price list', href: price.value }
}

// In alphabetical order, so that equal models give equal texts.
function modelNames(product: ProductDetail): string {
  const names = modelsOf(product).map(({ name }) => name)
  return names.sort((a, b) => a.localeCompare(b, 'en')).join(', ')
}

// What it works with besides its stack and models, which have rows of their own.
function worksWith({ tools, compatibility_matrix }: ProductDetail): string {
  const names = compatibility_matrix
    .filter(({ tool }) => !isModel(tool) && !tools.some(({ slug }) => slug === tool.slug))
    .map(({ tool }) => tool.name)
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return `${names.slice(0, mostNames).join(', ')}${more}`
}

function pastEndWords(product: ProductDetail): Answer | null {
  const ended = pastEndOf(product).map(({ asked, ended: when }) => `${asked}, which ${when}`)
  return ended.length > 0 ? { text: ended.join('; '), href: '#stack' } : null
}

function proofOf({ proof, tools }: ProductDetail): Answer | null {
  if (!proof || tools.length === 0) return null
  return { text: `${proofView(proof, tools.length).count} of ${tools.length}`, href: '#stack' }
}

function evidenceCount({ trust }: ProductDetail): Answer | null {
  const count = trust?.evidence.length ?? 0
  return count > 0 ? { text: plural(count, 'source'), href: '#evidence' } : null
}
