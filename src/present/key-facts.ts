// What the first screen of a product answers: for whom, licence, how it runs, models, state, start.
import { type FactKind, factKinds } from '#contract/resources/facts.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import type { Addresses } from '#core/addresses.ts'
import { facetGroups, facetWord } from './facet-choice.ts'
import { sourcedFacts } from './fact-words.ts'
import { installCommand } from './install-command.ts'
import { licenceInWords } from './side-by-side.ts'
import { shortDay, words } from './words.ts'

/** A question with its answers; without any, the page says that the fact is not known. */
export interface KeyFact {
  label: string
  values: { text: string; href?: string; isCommand?: true }[]
}

/** The kinds of sourced facts that are among the key facts, so that other lists leave them out. */
const shownKinds: readonly FactKind[] = ['hosting', 'deploy', 'interface', 'latest_release']
const modelCategory = 'models-providers'
const mostModels = 4
const mostCommands = 2

export function keyFacts(product: ProductDetail, to: Addresses): KeyFact[] {
  const sourced = sourcedFacts(product.facts)
  const valuesOf = (...kinds: FactKind[]) =>
    sourced.filter(({ name }) => kinds.includes(name)).flatMap(({ values }) => values)
  const licence = licenceInWords(product)
  return [
    {
      label: 'For',
      values: product.audience_tags.map((tag) => ({
        text: facetWord('for', tag)!,
        href: facetGroups.for.page(facetGroups.for.written(tag), to),
      })),
    },
    { label: 'Licence', values: licence === null ? [] : [{ text: licence }] },
    { label: 'How it runs', values: valuesOf('hosting', 'deploy') },
    { label: factKinds.interface.label, values: valuesOf('interface') },
    { label: 'Models', values: modelsOf(product, to) },
    { label: 'State', values: stateOf(product) },
    { label: 'Start', values: commandsOf(product) },
  ]
}

/** Sourced facts that `keyFacts` does not show. */
export function furtherFacts({ facts }: Pick<ProductDetail, 'facts'>) {
  const commands = packagesOf(facts).slice(0, mostCommands)
  return sourcedFacts(
    facts.filter((one) => !shownKinds.includes(one.fact) && !commands.includes(one)),
  )
}

// The models of the stack, then those it works with.
function modelsOf(
  { tools, compatibility_matrix }: ProductDetail,
  to: Addresses,
): KeyFact['values'] {
  const all = [...tools, ...compatibility_matrix.map(({ tool }) => tool)]
    .filter(({ category }) => category === modelCategory)
    .map(({ name, slug }) => ({ text: name, href: to.tool(slug) }))
  // One more name takes no more room than "1 more".
  if (all.length <= mostModels + 1) return all
  return [...all.slice(0, mostModels), { text: `${all.length - mostModels} more` }]
}

// `active` is also the state of a product of which nothing else is known.
function stateOf({ lifecycle, proof, facts, trust }: ProductDetail): KeyFact['values'] {
  const { state, since } = lifecycle
  const known =
    state === 'active'
      ? 'Active, as far as is known'
      : `${words.lifecycle[state]}${since ? ` since ${shortDay(since)}` : ''}`
  const release = facts.find(({ fact }) => fact === 'latest_release')
  const read = proof?.source_date ?? trust?.reading?.committed_on
  const newest = proof?.last_activity?.slice(0, 10)
  return [
    { text: known, ...(lifecycle.source ? { href: lifecycle.source } : {}) },
    ...(release
      ? [
          {
            text: `release ${release.value}${release.day ? ` of ${shortDay(release.day)}` : ''}`,
            href: release.source,
          },
        ]
      : []),
    ...(newest && read && newest > read ? [{ text: `newer commit of ${shortDay(newest)}` }] : []),
    { text: read ? `source as of ${shortDay(read)}` : 'day of the source not known' },
  ]
}

const packagesOf = (facts: ProductDetail['facts']) =>
  facts.filter(({ fact, value }) => fact === 'package' && installCommand(value) !== undefined)

function commandsOf({ facts }: ProductDetail): KeyFact['values'] {
  return packagesOf(facts)
    .slice(0, mostCommands)
    .map(({ value, source }) => ({
      text: installCommand(value)!,
      href: source,
      isCommand: true as const,
    }))
}
