// What the first screen of a product answers: for whom, licence, how it runs, models, state, start.
import { type FactKind, factKinds } from '#contract/resources/facts.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import type { Addresses } from '#core/addresses.ts'
import { facetWord, listAddress } from '#present/lists/facet-choice.ts'
import { sourcedFacts } from './fact-words.ts'
import { type Answer, connectOf, howItRuns, publishedAs, startOf } from './how-it-runs.ts'
import { wholeLicence } from './licence-words.ts'
import { knownState } from './lifecycle-words.ts'
import { ageWhenRead, proofView } from './product-proof.ts'
import { inSentence, shortDay, words } from '#present/words.ts'

/** A question with its answers; without any, the page says that the fact is not recorded. */
export interface KeyFact {
  label: string
  values: Answer[]
}

/** The title of what `publishedAs` answers, on pages and in comparisons. */
export const publishedLabel = 'Published as'
const modelCategory = 'models-providers'
const mostModels = 4

/** For whom, licence, how it runs and its state of every product; the rest where it is known. */
export function keyFacts(product: ProductDetail, to: Addresses): KeyFact[] {
  const licence = licenceInWords(product)
  const used = sourcedFacts(product.facts).find(({ name }) => name === 'interface')
  const how = howItRuns(product)
  const always: KeyFact[] = [
    {
      label: 'For',
      values: product.audience_tags.map((tag) => ({
        text: facetWord('for', tag)!,
        href: listAddress({ for: tag }, {}, to),
      })),
    },
    { label: 'Licence', values: licence === null ? [] : [{ text: licence }] },
    { label: 'How it runs', values: how },
  ]
  const proved = product.proof && proofView(product.proof, product.tools.length)
  const stack: KeyFact = {
    label: 'Stack',
    values: proved ? [{ text: proved.words, href: '#stack' }] : [],
  }
  const further: KeyFact[] = [
    { label: factKinds.interface.label, values: used?.values ?? [] },
    modelFact(product, to),
    { label: 'State', values: stateOf(product) },
  ]
  const start = startOf(product)
  const connect = connectOf(product)
  const published = publishedAs(product)
  // What the command says itself is not said twice, unless nothing else says how it runs.
  const isSaid =
    published.length === 1 && published[0]!.href === start?.fact.source && how.length > 0
  const begin: KeyFact[] = [
    { label: publishedLabel, values: isSaid ? [] : published },
    { label: start?.label ?? 'Start', values: start ? [start.answer] : [] },
    { label: factKinds.connect.label, values: connect ? [connect] : [] },
  ]
  // Nobody has to start what its makers host: it is connected, or opened at their site.
  const isBegun = how.some(({ text }) => text === factKinds.hosting.values.cloud)
  const lacking = [...further, ...(start || isBegun ? [] : [{ label: 'Start', values: [] }])]
  return [
    ...always,
    ...[stack, ...further, ...begin].filter(({ values }) => values.length > 0),
    ...unknownOf(lacking.filter(({ values }) => values.length === 0)),
  ]
}

// One row for all facts without a value; if there is one, the row has its name.
function unknownOf(lacking: KeyFact[]): KeyFact[] {
  if (lacking.length < 2) return lacking
  const names = lacking.map(({ label }) => inSentence(label))
  return [{ label: 'Not recorded', values: [{ text: names.join(', ') }] }]
}

/** The kinds of sourced facts that are among the key facts, so that other lists leave them out. */
const shownKinds: readonly FactKind[] = [
  'hosting',
  'deploy',
  'interface',
  'latest_release',
  'connect',
]

/** Sourced facts that `keyFacts` does not show. */
export function furtherFacts(product: Pick<ProductDetail, 'facts' | 'topics'>) {
  const { facts } = product
  const start = startOf(product)?.fact
  return sourcedFacts(facts.filter((one) => !shownKinds.includes(one.fact) && one !== start))
}

/** Whether a tool is a model or its provider, which the answers for models name. */
export const isModel = ({ category }: { category: string }) => category === modelCategory

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
  const label = tools.length > 0 ? 'Models named' : 'Models'
  return { label, values: [...linked.slice(0, shown), ...more] }
}

/**
 * Its end, as far as one is known, then what shows how alive it is. `active` only means that nobody
 * announced an end, so that the page says no more than that.
 */
export function stateOf(product: ProductDetail): Answer[] {
  const { lifecycle, proof, facts, trust } = product
  const { since } = lifecycle
  const state = knownState(lifecycle, proof)
  const href = lifecycle.source ?? (proof?.archived ? proof.repository : undefined)
  const release = facts.find(({ fact }) => fact === 'latest_release')
  const read = proof?.source_date ?? trust?.reading?.committed_on
  // Without a reading of code, the review of the claim read its evidence.
  const readAt = proof?.checked_at ?? trust?.reading?.at ?? trust?.verified_at ?? undefined
  const newest = proof?.last_activity?.slice(0, 10)
  return [
    {
      text: `${words.lifecycle[state]}${since ? ` since ${shortDay(since)}` : ''}`,
      ...(href ? { href } : {}),
    },
    ...(release
      ? [
          {
            text: `release ${release.value}${release.day ? `, ${shortDay(release.day)}` : ''}`,
            href: release.source,
          },
        ]
      : []),
    ...(newest && read && newest > read ? [{ text: `newer commit of ${shortDay(newest)}` }] : []),
    ...(read
      ? [{ text: readCopy(read, readAt) }]
      : readAt
        ? [{ text: `sources read on ${shortDay(readAt)}` }]
        : []),
  ]
}

function readCopy(read: string, at: string | undefined): string {
  const age = at && ageWhenRead(read, at)
  return `source read is of ${shortDay(read)}${age ? `, then ${age}` : ''}`
}

/** The licence in words; null if unknown. */
export const licenceInWords = ({
  proof,
  description,
  trust,
}: Pick<ProductDetail, 'proof' | 'description' | 'trust'>): string | null =>
  wholeLicence({ licence: proof?.licence ?? null, description, note: trust?.public_note }) ?? null
