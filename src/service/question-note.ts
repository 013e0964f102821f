import { detailOf } from '#catalog/listing-view.ts'
import type { Published } from '#catalog/questions.ts'
import type { Addresses } from '#core/addresses.ts'
import { slugify } from '#core/slug.ts'
import { askedFacts } from '#present/asked-facts.ts'
import { mostNear, nothingFits } from '#present/notes.ts'
import { lives } from '#search/document.ts'
import type { Entry, SearchIndex } from '#search/open-index.ts'
import type { Question } from '#search/question.ts'
import { placesWith } from '#search/score.ts'
import { isUnknown, suggestions } from '#search/search.ts'

/** The most listings whose facts a note states, and the most that it names. */
const most = { asked: 2, named: 3 } as const

/**
 * How a question was read, in sentences: the facts that it asks for, its filters, what it leaves
 * out, what nothing can answer, and which results nobody works on. Empty if there is nothing to say.
 */
export function questionNote(
  question: Question,
  results: readonly Entry[],
  { index, product, toolsBySlug }: Pick<Published, 'index' | 'product' | 'toolsBySlug'>,
  urls: Pick<Addresses, 'listing'>,
): string[] {
  const { named, like = [], facts, preferred, builtWith, licence, excluded, notUsed } = question
  const toolNames = (slugs: readonly string[]) =>
    slugs.flatMap((slug) => toolsBySlug.get(slug) ?? [])
  const asked = [...new Set([...named, ...like])]
    .map(index.entry)
    .flatMap(({ kind, slug }) => (kind === 'product' ? (product(slug) ?? []) : []))
    .slice(0, most.asked)
  const isNamed = (slug: string) => named.includes(index.placeOf('tool', slug) ?? -1)
  const stated = asked.flatMap((listing) => {
    const successor = product(slugify(listing.field('lifecycle').successor ?? ''))
    // What an alternative should work with says nothing about what it replaces.
    const tools = like.length > 0 ? [] : toolNames(preferred).filter(({ slug }) => !isNamed(slug))
    return askedFacts(
      detailOf(listing),
      { facts, tools },
      successor && urls.listing(successor.slug),
    )
  })
  const idle = placesWith(index, lives.idle)
  const left = results.filter(({ place }) => idle[place] && !named.includes(place))
  const filters = [
    ...(licence ? [licenceWords(licence)] : []),
    ...toolNames(builtWith).map(({ name }) => name),
  ]
  return [
    ...stated,
    ...sentence('Filters', filters),
    ...sentence('Left out', excluded.said),
    ...sentence('Not used', notUsed),
    ...sentence(
      'Nobody works on',
      left.slice(0, most.named).map(({ name }) => name),
    ),
  ]
}

/** A sentence on a query that finds nothing, with the nearest names. */
export function nothingFound(index: SearchIndex, query: string, kind?: Entry['kind']): string {
  const near = suggestions(index, query, { kind, limit: mostNear })
  return nothingFits(query, near, isUnknown(index, query))
}

// "licence MIT", "licence open source"
const licenceWords = (term: string) =>
  `licence ${term.length < 5 ? term.toUpperCase() : term.replace('-', ' ')}`

const sentence = (begin: string, of: readonly string[]) =>
  of.length === 0 ? [] : [`${begin}: ${of.join(', ')}.`]
