// The short facts in one line under each product of a list, by which readers choose: topic, licence,
// and how fresh its source is or how many people contribute to it.
import type { ProductDetail } from '#contract/resources/product.ts'
import type { ListOrder } from './facet-choice.ts'
import { licenceInShort } from '#present/product/licence-words.ts'
import { proofView } from '#present/product/product-proof.ts'
import { shortMonth } from '#present/words.ts'

/** What the line of a row is made of; `topics` are names, the main one first. */
type TraitSource = Pick<ProductDetail, 'description' | 'topics' | 'facts' | 'proof'>

/** The texts of the line, in a fixed order; what is not known is left out. */
export function rowTraits(source: TraitSource, sort: ListOrder): string[] {
  const { topics, facts, proof, description } = source
  const { newest } = proofView(proof, 0)
  return [
    topics[0],
    licenceInShort({ proof, description }),
    // Lists show what they are sorted by, or most sorted by.
    sort === 'relevant'
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
  if (count === undefined) return undefined
  return `${Number(count).toLocaleString('en')}\u00a0contributor${count === '1' ? '' : 's'}`
}
