import { type Fact, type FactKind, factKinds, isFactValue } from '#contract/resources/facts.ts'
import { packageName } from '#core/package-url.ts'
import { shortDay } from '#present/words.ts'

/** The facts of a kind in words, with the place that shows each; without values of earlier sets. */
export function factsInWords(facts: readonly Fact[], kind: FactKind) {
  return facts
    .filter(({ fact, value }) => fact === kind && isFactValue(kind, value))
    .map((fact) => ({ text: factText(fact), href: fact.source }))
}

function factText({ fact, value, day: of }: Fact): string {
  const kind = factKinds[fact]
  const word = 'values' in kind ? (kind.values as Record<string, string>)[value] : undefined
  const text = word ?? shortened(value)
  return of === null || fact === 'contributors' ? text : `${text}, ${shortDay(of)}`
}

// A package URL as "npm: @acme/code", and an address without its protocol.
function shortened(value: string): string {
  const named = packageName(value)
  return named ? `${named.type}: ${named.name}` : value.replace(/^https:\/\/(?:www\.)?/, '')
}
