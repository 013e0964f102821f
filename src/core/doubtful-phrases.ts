import list from '../../content/doubtful-phrases.json' with { type: 'json' }

/** The kinds of content/doubtful-phrases.json. */
export type PhraseKind = keyof typeof list.marks

const isWord = /[\p{L}\p{N}]/u
const signs = new Map([
  ['*', '\\p{L}{0,20}'],
  ['_', '[\\s_-]{1,2}'],
])

/**
 * The titles of the phrases of a kind that a text has. A phrase is words with spaces between them:
 * `a|b` is either, `_` a space within such a word, `{name}` a set of `words`, `*` any letters, `...`
 * at most forty characters of the same sentence, and `^` the start of a sentence.
 */
export function phrasesIn(text: string, kind: PhraseKind): string[] {
  return compiled[kind].flatMap(({ title, pattern }) => (pattern.test(text) ? [title] : []))
}

const compiled = Object.fromEntries(
  Object.entries(list.marks).map(([kind, titles]) => [
    kind,
    Object.entries(titles).map(([title, phrases]) => ({
      title,
      pattern: new RegExp(phrases.map(expression).join('|'), 'imu'),
    })),
  ]),
) as Record<PhraseKind, { title: string; pattern: RegExp }[]>

// All repetitions are bounded, so that matching stays linear in the length of the text.
function expression(phrase: string): string {
  const parts = phrase.replace(/\{(\w+)\}/g, (_, name: Word) => list.words[name]).split(' ')
  return parts.map((part, index) => `${space(parts[index - 1], part)}${oneOf(part)}`).join('')
}

type Word = keyof typeof list.words

function oneOf(part: string): string {
  if (part === '...') return '[^.\\n]{0,40}'
  if (part === '^') return '(?:^|[.!?:;,\\n"“(]|\\b(?:please|kindly|now|then|and)\\b)'
  if (!isWord.test(part)) return RegExp.escape(part)
  const words = part.split('|').map((word) =>
    word
      .split(/([*_])/)
      .map((piece) => signs.get(piece) ?? RegExp.escape(piece))
      .join(''),
  )
  return `(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`
}

// Between two words is a space; beside a sign or a gap there may be none.
function space(before: string | undefined, part: string): string {
  if (before === undefined || before === '...' || part === '...') return ''
  return before !== '^' && isWord.test(before) && isWord.test(part) ? '\\s{1,3}' : '\\s{0,3}'
}
