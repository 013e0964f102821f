import { searchKey } from './search-key.ts'
import { stem } from './stem.ts'

/** So many places of a text are quoted. */
const mostQuoted = 3

/** What joins words of a question is no word that a text was found by. */
const shortest = 4

/**
 * The very words by which a text has those that were asked for, as it writes them: "voice agents that
 * place phone calls" has "phone agent" as "agents" and "phone". Empty where another form of a word was found.
 */
export function ownWords(text: string, asked: readonly string[]): string[] {
  const long = asked.filter((word) => word.length >= shortest)
  const stems = new Set((long.length > 0 ? long : asked).map(stem))
  const runs: { start: number; end: number }[] = []
  for (const { 0: word, index: start } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!stems.has(stem(searchKey(word)))) continue
    const last = runs.at(-1)
    const isNext = last && /^[\s-]$/.test(text.slice(last.end, start))
    if (isNext) last.end = start + word.length
    else runs.push({ start, end: start + word.length })
  }
  const said = runs.map(({ start, end }) => text.slice(start, end))
  const first = new Map(said.toReversed().map((one) => [one.toLowerCase(), one]))
  return [...new Set(said.map((one) => first.get(one.toLowerCase())!))].slice(0, mostQuoted)
}
