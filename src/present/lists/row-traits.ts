// The short facts in one line under each product of a list, by which readers choose: topic, licence,
// how it is run, and how fresh its source is.
import type { Fact, Hosting, Interface } from '#contract/resources/facts.ts'
import type { ProductProof } from '#contract/resources/proof.ts'
import { plural } from '#core/plural.ts'
import type { ListOrder } from './facet-choice.ts'
import { licenceInShort } from '#present/product/licence-words.ts'
import { proofView } from '#present/product/product-proof.ts'
import { shortMonth } from '#present/words.ts'

/** What the line of a row is made of. */
export interface TraitSource {
  description: string
  /** Names of topics, the main one first. */
  topics: readonly string[]
  facts: readonly Pick<Fact, 'fact' | 'value'>[]
  proof: ProductProof | null
}

/** Interfaces in the words of one line, which has no room for those of the facts. */
export const interfaceWords = {
  web: 'web',
  desktop: 'desktop',
  ide: 'editor',
  cli: 'CLI',
  api: 'API',
  mcp_server: 'MCP server',
  mcp_client: 'MCP client',
} as const satisfies Record<Interface, string>

/** Most interfaces named in a line; the others are counted. */
const mostInterfaces = 3

/** The texts of the line, in a fixed order; what is not known is left out. */
export function rowTraits(source: TraitSource, sort: ListOrder): string[] {
  const { topics, facts, proof, description } = source
  const { newest } = proofView(proof, 0)
  return [
    topics[0],
    licenceInShort({ licence: proof?.licence ?? null, description }),
    hostingWords(facts),
    interfacesWords(facts),
    // Lists show what they are sorted by.
    sort === 'contributors'
      ? contributorWords(facts)
      : sort === 'active'
        ? newest
          ? `commit of ${newest}`
          : 'no commit seen'
        : proof?.source_date &&
          `updated\u00a0${shortMonth(proof.source_date).replace(' ', '\u00a0')}`,
  ].filter((text) => typeof text === 'string')
}

function contributorWords(facts: TraitSource['facts']): string | undefined {
  const count = facts.find(({ fact }) => fact === 'contributors')?.value
  return count && plural(Number(count), 'contributor').replace(' ', '\u00a0')
}

function hostingWords(facts: TraitSource['facts']): string | undefined {
  const is = (value: Hosting) => facts.some((one) => one.fact === 'hosting' && one.value === value)
  if (is('self_hosted')) return is('cloud') ? 'Self-hosted or cloud' : 'Self-hosted'
  return is('cloud') ? 'Cloud' : undefined
}

function interfacesWords(facts: TraitSource['facts']): string | undefined {
  const named = (Object.keys(interfaceWords) as Interface[]).filter((value) =>
    facts.some((one) => one.fact === 'interface' && one.value === value),
  )
  if (named.length === 0) return undefined
  const more = named.length > mostInterfaces ? ` +${named.length - mostInterfaces}` : ''
  return `${named
    .slice(0, mostInterfaces)
    .map((value) => interfaceWords[value])
    .join(', ')}${more}`
}
