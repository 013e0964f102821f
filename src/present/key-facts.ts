// What the first screen of a product answers: for whom, licence, how it runs, models, state, start.
import { type Fact, type FactKind, factKinds } from '#contract/resources/facts.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import type { Addresses } from '#core/addresses.ts'
import { facetGroups, facetWord } from './facet-choice.ts'
import { sourcedFacts } from './fact-words.ts'
import { installCommand } from './install-command.ts'
import { wholeLicence } from './licence-words.ts'
import { hasRepository } from './reading-words.ts'
import { inSentence, shortDay, words } from './words.ts'

/** A question with its answers; without any, the page says that the fact is not known. */
export interface KeyFact {
  label: string
  values: { text: string; href?: string; isCommand?: true }[]
}

const modelCategory = 'models-providers'
const mostModels = 4

/** For whom, licence, how it runs and its state of every product; the rest where it is known. */
export function keyFacts(product: ProductDetail, to: Addresses): KeyFact[] {
  const licence = licenceInWords(product)
  const used = sourcedFacts(product.facts).find(({ name }) => name === 'interface')
  const always: KeyFact[] = [
    {
      label: 'For',
      values: product.audience_tags.map((tag) => ({
        text: facetWord('for', tag)!,
        href: facetGroups.for.page(facetGroups.for.written(tag), to),
      })),
    },
    { label: 'Licence', values: licence === null ? [] : [{ text: licence }] },
    { label: 'How it runs', values: howItRuns(product) },
  ]
  const further: KeyFact[] = [
    { label: factKinds.interface.label, values: used?.values ?? [] },
    modelFact(product, to),
    { label: 'State', values: stateOf(product) },
    { label: 'Start', values: commandOf(startOf(product)) },
    { label: factKinds.connect.label, values: commandOf(connectOf(product)) },
  ]
  return [
    ...always,
    ...further.filter(({ values }) => values.length > 0),
    ...unknownOf(further, product),
  ]
}

// One row that names the facts without a value. Connect is never named: Start says that nobody knows
// how to begin. Start is left out, too, if the product is connected, or is opened at its makers'
// site.
function unknownOf(further: readonly KeyFact[], product: ProductDetail): KeyFact[] {
  const isBegun = product.facts.some(
    ({ fact, value }) => fact === 'connect' || (fact === 'hosting' && value === 'cloud'),
  )
  const names = further
    .filter(({ label }) => label !== factKinds.connect.label && !(label === 'Start' && isBegun))
    .filter(({ values }) => values.length === 0)
    .map(({ label }) => inSentence(label))
  return names.length === 0 ? [] : [{ label: 'Not known', values: [{ text: names.join(', ') }] }]
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
  const start = startOf(product)
  return sourcedFacts(facts.filter((one) => !shownKinds.includes(one.fact) && one !== start))
}

const packaged = 'Installed as a package'
/** Where the first command of a README runs the product. */
const startWords: readonly [RegExp, string][] = [
  [/^(?:sudo )?docker/, 'In a container'],
  [/^git clone/, 'From its source code'],
  [/^(?:curl|wget|brew)/, 'On your own computer'],
  [/^/, packaged],
]
// A package URL begins like no command, so it is installed as a package.
const startWord = ({ value }: Fact) => startWords.find(([form]) => form.test(value))![1]

/**
 * Where it is hosted and deployed: a remote MCP server is hosted by its makers. Else how it is
 * installed, which answers for libraries and apps. The package of a framework runs in the program of
 * its user, whatever its makers host besides.
 */
export function howItRuns(product: ProductDetail): KeyFact['values'] {
  const { facts, topics, trust } = product
  const hosted = sourcedFacts(
    facts.filter(({ fact }) => fact === 'hosting' || fact === 'deploy'),
  ).flatMap(({ values }) => values)
  const { self_hosted: own, cloud } = factKinds.hosting.values
  const remote = facts.find(({ fact, value }) => fact === 'connect' && value.startsWith('https:'))
  const isRemote = remote && !hosted.some(({ text }) => text === cloud)
  const all = isRemote ? [{ text: cloud, href: remote.source }, ...hosted] : hosted
  const start = startOf(product) ?? connectOf(product)
  const isPackage = start && start.fact !== 'connect' && startWord(start) === packaged
  const library =
    isPackage && topics[0] === 'agent-frameworks'
      ? [{ text: 'In your own program', href: start.source }]
      : []
  const known = [
    ...library,
    ...all.map(({ text, href }) => ({ text: text === own ? 'Self-hosted' : text, href })),
  ]
  if (known.length > 0) return known
  const installed = facts.find(
    ({ fact, value }) => fact === 'interface' && ['desktop', 'ide', 'cli'].includes(value),
  )
  if (start) return [{ text: startWord(start), href: start.source }]
  if (installed) return [{ text: 'On your own computer', href: installed.source }]
  if (trust?.reading) return [{ text: 'From its source code', href: trust.reading.repository }]
  return []
}

/** Whether a tool is a model or its provider, which the answers for models name. */
export const isModel = ({ category }: { category: string }) => category === modelCategory

/** The models of the stack, then those it works with. Without any of the stack the label says so. */
export function modelsOf({ tools, compatibility_matrix }: ProductDetail) {
  const ofStack = tools.filter(isModel)
  const worksWith = compatibility_matrix.map(({ tool }) => tool).filter(isModel)
  const others = worksWith.filter(({ slug }) => !ofStack.some((one) => one.slug === slug))
  const isOnlyWorking = ofStack.length === 0 && worksWith.length > 0
  return {
    label: isOnlyWorking ? 'Works with models' : 'Models',
    tools: [...ofStack, ...others],
  }
}

function modelFact(product: ProductDetail, to: Addresses): KeyFact {
  const { label, tools } = modelsOf(product)
  // One more name takes no more room than "1 more".
  const shown = tools.length <= mostModels + 1 ? tools.length : mostModels
  const more = tools.length > shown ? [{ text: `${tools.length - shown} more` }] : []
  const linked = tools.map(({ name, slug }) => ({ text: name, href: to.tool(slug) }))
  return { label, values: [...linked.slice(0, shown), ...more] }
}

const yearMs = 365 * 24 * 3_600_000

/**
 * `active` is also the state of a product of which nothing else is known, so that the page says so
 * unless a release or a commit of the year before the last look shows it.
 */
export function stateOf(product: ProductDetail): KeyFact['values'] {
  const { lifecycle, proof, facts, trust } = product
  const { state, since } = lifecycle
  const release = facts.find(({ fact }) => fact === 'latest_release')
  const read = proof?.source_date ?? trust?.reading?.committed_on
  const newest = proof?.last_activity?.slice(0, 10)
  const days = [release?.day, read, newest].flatMap((each) => (each ? [Date.parse(each)] : []))
  const looked = Date.parse(proof?.checked_at ?? trust?.reading?.at ?? '')
  const known =
    state !== 'active'
      ? `${words.lifecycle[state]}${since ? ` since ${shortDay(since)}` : ''}`
      : Math.max(...days) > looked - yearMs
        ? 'Active'
        : 'Active, as far as is known'
  return [
    { text: known, ...(lifecycle.source ? { href: lifecycle.source } : {}) },
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
      ? [{ text: `source as of ${shortDay(read)}` }]
      : hasRepository(product)
        ? [{ text: 'day of the source not known' }]
        : []),
  ]
}

/** The fact that shows how a client connects to its MCP server. */
export const connectOf = ({ facts }: Pick<ProductDetail, 'facts'>) =>
  facts.find(({ fact }) => fact === 'connect')

/**
 * The fact that shows how it is started: its README, unless a package is easier than a clone. MCP
 * servers are started by their clients.
 */
export function startOf(product: Pick<ProductDetail, 'facts' | 'topics'>): Fact | undefined {
  const { facts, topics } = product
  if (topics.includes('mcp-servers') && connectOf(product)) return undefined
  const start = facts.find(({ fact }) => fact === 'start')
  const packaged = facts.find(
    ({ fact, value }) => fact === 'package' && installCommand(value) !== undefined,
  )
  return start?.value.startsWith('git clone') ? (packaged ?? start) : (start ?? packaged)
}

/** The command of a fact that shows how to begin. */
export function commandOf(fact: Fact | undefined): KeyFact['values'] {
  if (!fact) return []
  const text = fact.fact === 'package' ? installCommand(fact.value)! : fact.value
  return [{ text, href: fact.source, isCommand: true }]
}

/** The licence in words; null if unknown. */
export const licenceInWords = ({
  proof,
  description,
  trust,
}: Pick<ProductDetail, 'proof' | 'description' | 'trust'>): string | null =>
  wholeLicence({ licence: proof?.licence ?? null, description, note: trust?.public_note }) ?? null
