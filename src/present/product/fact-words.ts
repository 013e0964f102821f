import { type Fact, factKinds, factNames, isFactValue } from '#contract/resources/facts.ts'
import { packageName } from '#core/package-url.ts'
import { shortDay } from '#present/words.ts'

/**
 * The facts about a product in words, by their kinds in the order of pages, each with the place that
 * shows it; without values of earlier sets.
 */
export function sourcedFacts(facts: readonly Fact[]) {
  return factNames.flatMap((name) => {
    const values = facts
      .filter(({ fact, value }) => fact === name && isFactValue(name, value))
      .map((fact) => ({ text: factText(fact), href: fact.source }))
    return values.length === 0 ? [] : [{ name, label: factKinds[name].label, values }]
  })
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
