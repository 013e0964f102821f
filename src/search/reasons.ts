import { stem } from './stem.ts'
import { type SearchDocument, type SearchTopic, type Topics, phrasesOf } from './document.ts'
import { numbers } from './numbers.ts'
import type { Entry, SearchIndex } from './open-index.ts'
import { type Question, stemsIn } from './question.ts'
import { weighed } from './score.ts'
import { nameKey, stemsOfPhrase, wordsOf } from './words.ts'

const quoted = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(', ')

/**
 * Why a document matches a question: sentences that quote its fields. A word that one reason quotes
 * is not in later reasons.
 */
export function reasonsFor(
  index: SearchIndex,
  question: Pick<Question, 'needs' | 'licence' | 'like'> & {
    excluded?: { said: readonly string[] }
  },
  document: SearchDocument,
  topics: Topics,
): string[] {
  const wanted = tellingStems(index, question)
  const left = new Set(wanted)
  const half = wanted.length / 2
  // What a question excludes is in no phrase that a reason quotes whole.
  const excluded = new Set(question.excluded?.said.flatMap(stemsOfPhrase))
  const isQuotable = (phrase: string) => !stemsOfPhrase(phrase).some((one) => excluded.has(one))
  const own = document.topics
    .flatMap((slug) => topics.get(slug) ?? [])
    .filter(({ name }) => isQuotable(name))
  const { examples, body } = phrasesOf(document, topics)
  const like = question.like?.map(index.entry).filter(({ name }) => isQuotable(name)) ?? []

  // The words of the question that a text contains and no earlier reason quotes.
  const newIn = (text: string): string[] => {
    const found = wordsIn(text, left)
    for (const one of found) for (const word of wordsOf(one)) left.delete(stem(word))
    return found
  }
  const held = (stems: readonly string[]) => wanted.filter((one) => stems.includes(one)).length
  const heldBy = (phrase: string) => held(stemsOfPhrase(phrase))
  const example = mostOf(examples.filter(isQuotable), heldBy)
  const topic = mostOf(own, (one) => held(stemsOfTopic(one)))

  const name = newIn(document.name)
  // What its owners say comes before what editors add.
  const description = newIn(document.description)
  const isExample = example !== undefined && heldBy(example) >= half && newIn(example).length > 0
  const tools = document.tools.filter(
    ({ name, aliases }) => newIn([name, ...aliases].join(' ')).length > 0,
  )
  // A question that holds only a part of a rival's name, as "support desk" does of "Zoho Desk", does
  // not ask for the rival: then the reason is the topic.
  const asked = new Set(stemsIn(question.needs))
  const partly = own.find(({ rivals }) => wordsIn(rivals.join(' '), left).length > 0)
  const rival = own.flatMap((one) =>
    one.rivals
      .filter((rival) => stemsOfPhrase(rival).every((one) => asked.has(one)))
      .filter((rival) => newIn(rival).length > 0)
      .map((rival) => ({ rival, topic: one.name })),
  )[0]
  const said = topic !== undefined && held(stemsOfTopic(topic)) >= half ? topic : partly
  if (said) for (const stem of stemsOfTopic(said)) left.delete(stem)
  const longer = newIn(body.join(' '))
  return [
    ...sharedTopics(like, own),
    ...(name.length > 0 ? [`Its name says ${quoted(name)}.`] : []),
    ...(description.length > 0 ? [`Its description says ${quoted(description)}.`] : []),
    ...(isExample ? [`Editors describe the need as ${quoted([example])}.`] : []),
    ...(tools.length > 0 ? [`It is built with ${tools.map((tool) => tool.name).join(', ')}.`] : []),
    ...(rival ? [`Editors name ${quoted([rival.rival])} for the same topic, ${rival.topic}.`] : []),
    ...(said && !rival ? [`Its topic is ${said.name}.`] : []),
    ...(longer.length > 0 ? [`Its longer texts say ${quoted(longer)}.`] : []),
    ...(question.licence && document.licence ? [`Its licence is ${document.licence}.`] : []),
  ]
}

/** A sentence on which tools of the requested stack a product is built with; empty if none. */
export function stackReason(matched: readonly { name: string }[], requested: number): string[] {
  if (matched.length === 0) return []
  const names = matched.map(({ name }) => name).join(', ')
  const share = requested === 1 ? '' : `${matched.length} of the ${requested} tools asked for: `
  return [`It is built with ${share}${names}.`]
}

/** A sentence on the tools of the stack that a product only works with; empty if there are none. */
export const worksReason = (tools: readonly { name: string }[]): string[] =>
  tools.length === 0 ? [] : [`Works with ${tools.map(({ name }) => name).join(', ')}.`]

// Drops words such as "agent" if the question also has more specific words.
function tellingStems(index: SearchIndex, { needs }: Pick<Question, 'needs'>): string[] {
  const terms = weighed(index, stemsIn(needs))
  const most = Math.max(0, ...terms.values())
  return [...terms].flatMap(([term, weight]) => (weight >= numbers.reason * most ? [term] : []))
}

function sharedTopics(like: readonly Entry[], own: readonly SearchTopic[]): string[] {
  const shared = own.find(({ slug }) => like.some(({ topics }) => topics.includes(slug)))
  return shared ? [`Its topic is ${shared.name}, as is that of ${like[0]!.name}.`] : []
}

const stemsOfTopic = ({ name, phrases }: SearchTopic) => [name, ...phrases].flatMap(stemsOfPhrase)

function mostOf<T>(all: readonly T[], count: (one: T) => number): T | undefined {
  const counts = all.map(count)
  const most = Math.max(0, ...counts)
  return most === 0 ? undefined : all[counts.indexOf(most)]
}

/** The words of a text with these stems; adjacent and hyphenated words are joined into one quote. */
function wordsIn(text: string, stems: ReadonlySet<string>): string[] {
  if (stems.size === 0) return []
  const runs: { start: number; end: number }[] = []
  for (const { 0: word, index: start } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!stems.has(stem(nameKey(word)))) continue
    const last = runs.at(-1)
    // "self-hosted" is one word to readers, so its parts are quoted together.
    if (last && /^[ -]$/.test(text.slice(last.end, start))) last.end = start + word.length
    else runs.push({ start, end: start + word.length })
  }
  const distinct = new Map(
    runs.map(({ start, end }) => [nameKey(text.slice(start, end)), { start, end }]),
  )
  return [...distinct.values()]
    .slice(0, numbers.quotes)
    .map(({ start, end }) => text.slice(start, end))
}
