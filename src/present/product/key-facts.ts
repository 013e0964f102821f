// The facts of a product by which readers choose: licence, how it is used, where it runs, its age.
import { type FactKind, type Interface, factKinds, isFactValue } from '#contract/resources/facts.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import type { Addresses } from '#core/addresses.ts'
import { isModel } from '#present/lists/browse.ts'
import { facetWord, listAddress } from '#present/lists/facet-choice.ts'
import { inSentence, shortDay, shortMonth, words } from '#present/words.ts'
import { factsInWords } from './fact-words.ts'
import type { ListingView } from '#present/present.ts'
import { type Answer, howItRuns } from './how-it-runs.ts'
import { wholeLicence } from './licence-words.ts'
import { knownState } from './lifecycle-words.ts'
import { proofView } from './product-proof.ts'

/** A question with its answers. */
export interface KeyFact {
  label: string
  values: Answer[]
}

/** Interfaces in the words of one line, which has no room for those of the facts. */
const interfaceWords = {
  web: 'web',
  desktop: 'desktop',
  ide: 'editor',
  cli: 'CLI',
  api: 'API',
  mcp_server: 'MCP server',
  mcp_client: 'MCP client',
} as const satisfies Record<Interface, string>

const mostModels = 4
/** The most facts below the name of a product: they stand in one row. */
const mostFirst = 5

/**
 * What is known of a product, in the order in which readers choose. The first facts stand below its
 * name, the further ones beside its text.
 */
export function keyFacts(product: ProductDetail, to: Addresses) {
  const { proof } = product
  const of = (kind: FactKind): KeyFact => ({
    label: factKinds[kind].label,
    values: factsInWords(product.facts, kind),
  })
  const began = beganIn(product)
  const { newest } = proofView(proof, product.tools.length)
  const until = product.activity && `, seen up to ${shortDay(product.activity.as_of)}`
  const known = [
    { label: 'Licence', values: licenceOf(product) },
    { label: 'Use it as', values: interfacesOf(product) },
    { label: 'Hosting', values: howItRuns(product) },
    of('latest_release'),
    of('contributors'),
    { label: 'Since', values: began ? [{ text: began }] : [] },
    { label: 'Last commit', values: newest ? [{ text: `${newest}${until ?? ''}` }] : [] },
    {
      label: 'Audience',
      values: product.audience_tags.map((tag) => ({
        text: facetWord('for', tag)!,
        href: listAddress({ for: tag }, {}, to),
      })),
    },
    modelFact(product, to),
    of('package'),
    of('start'),
    of('connect'),
    of('deploy'),
    of('telemetry'),
    of('pricing'),
  ].filter(({ values }) => values.length > 0)
  return { first: known.slice(0, mostFirst), further: known.slice(mostFirst) }
}

/** The month in which it was launched, else that of its first commit; undefined if unknown. */
export function beganIn({ launch_date, proof }: ProductDetail): string | undefined {
  const began = launch_date ?? proof?.first_commit
  return began ? shortMonth(began) : undefined
}

/** The licence. One without a name is "its own" where the evidence has its file. */
function licenceOf(product: ProductDetail): Answer[] {
  const licence = wholeLicence(product)
  const file = product.trust?.evidence.find(({ url }) => /\/LICEN[CS]E(?:\.\w+)?$/i.test(url))
  if (product.proof?.licence || !file) return licence ? [{ text: licence }] : []
  const more = licence ? `, ${inSentence(licence)}` : ''
  return [{ text: `Its own${more}`, href: file.url }]
}

/** The models of the stack, then those it works with. Others may work, too. */
export function modelsOf({ tools, compatibility_matrix }: ProductDetail) {
  const ofStack = tools.filter(isModel)
  const worksWith = compatibility_matrix.map(({ tool }) => tool).filter(isModel)
  const others = worksWith.filter(({ slug }) => !ofStack.some((one) => one.slug === slug))
  return [...ofStack, ...others]
}

function modelFact(product: ProductDetail, to: Addresses): KeyFact {
  const tools = modelsOf(product)
  // One more name takes no more room than "1 more".
  const shown = tools.length <= mostModels + 1 ? tools.length : mostModels
  const more = tools.length > shown ? [{ text: `${tools.length - shown} more` }] : []
  const linked = tools.map(({ name, slug }) => ({ text: name, href: to.tool(slug) }))
  return { label: 'Models', values: [...linked.slice(0, shown), ...more] }
}

function interfacesOf({ facts }: ProductDetail): Answer[] {
  const used = facts.filter(({ fact, value }) => fact === 'interface' && isFactValue(fact, value))
  return used.map(({ value, source }, index) => ({
    // Safe cast: `isFactValue` looked. The first begins a list.
    text: interfaceWords[value as Interface].replace(/^./, (letter) =>
      index === 0 ? letter.toUpperCase() : letter,
    ),
    href: source,
  }))
}

/** Where its code is; undefined if that is not known. */
export function sourceOf({ product, evidence }: Pick<ListingView, 'product' | 'evidence'>) {
  const { proof, trust } = product
  const shown = evidence.find(({ type }) => type === 'repository')?.url
  // The address of evidence may be a file, so it is cut after the repository.
  const href =
    proof?.repository ?? shown?.replace(/^(https:\/\/github\.com\/[^/]+\/[^/]+)\/.*$/, '$1')
  // A repository that was not read may hold only a part of the product, such as its SDK.
  return href === undefined
    ? undefined
    : { href, label: proof || trust?.reading ? 'Source' : 'Public code' }
}

/** Whether it is still worked on, and since when it is not, with what shows it. */
export function stateOf({ lifecycle, proof }: Pick<ProductDetail, 'lifecycle' | 'proof'>): Answer {
  const { since, source } = lifecycle
  const text = `${words.lifecycle[knownState(lifecycle, proof)]}${since ? ` since ${shortDay(since)}` : ''}`
  const href = source ?? (proof?.archived ? proof.repository : undefined)
  return { text, ...(href && { href }) }
}
