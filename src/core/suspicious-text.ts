import { holdsAddress } from '#contract/address-in-text.ts'
import { labelOf, productFieldNames } from '#contract/product-fields.ts'
import { cleanText, codePoints } from '#contract/text.ts'
import { asLatin, latinLookAlike } from './confusable-letters.ts'
import { type PhraseKind, phrasesIn } from './doubtful-phrases.ts'
import { searchKey } from './search-key.ts'

/** A finding about a suspicious part of a text. */
export interface Suspicion {
  kind: keyof typeof checks
  /** The sentence for editors. It quotes only plain letters, digits and `[;?` from the text. */
  sentence: string
}

/**
 * Parts of an owner's text that an editor should check. They are hints only: a text about prompts
 * or in another script may be harmless.
 */
export function suspicions(field: string, text: string): Suspicion[] {
  // Safe cast: the keys of `checks`, which Object.keys types as string.
  const kinds = Object.keys(checks) as Suspicion['kind'][]
  return kinds.flatMap((kind) =>
    checks[kind](text, field).map((found) => ({ kind, sentence: `${labelOf(field)}: ${found}.` })),
  )
}

const checks = {
  bidirectional: (text) =>
    describedAt('characters that turn the direction of text', text, placesOf(text, bidi)),
  invisible: (text) => describedAt('characters that nobody sees', text, unseenIn(text)),
  escape_rest: (text) =>
    [...new Set(text.match(escapeRest))]
      .slice(0, most)
      .map(
        (rest) =>
          `what is left of an escape sequence, "${rest}"${placeOf(text, text.indexOf(rest))}`,
      ),
  mixed_scripts: mixedWords,
  field_imitation: imitatedFields,
  long_word: longWords,
  url_in_name: (text, field) =>
    names.includes(field) && holdsAddress(text) ? ['a web or e-mail address in a name'] : [],
  model_instruction: (text) => [
    ...matchesOf(text, 'model_instruction'),
    ...(namesOurFields(text) ? ['a field of this directory by its name in the API'] : []),
  ],
  command_to_reader: (text, field) =>
    prose.includes(field) ? matchesOf(text, 'command_to_reader') : [],
  editor_voice: (text) => matchesOf(text, 'editor_voice'),
  official_name: (text, field) =>
    field === 'name' && official.test(asLatin(text))
      ? ['a name that claims to be official, or to be decided on']
      : [],
  official_claim: (text) => matchesOf(text, 'official_claim'),
  asks_for_secrets: (text) => matchesOf(text, 'asks_for_secrets'),
  contact_advertising: (text) => matchesOf(text, 'contact_advertising'),
  advertising: (text) => [
    ...(manyEmoji.test(text) ? ['many emoji'] : []),
    ...matchesOf(text, 'advertising'),
  ],
  no_product_yet: (text) => matchesOf(text, 'no_product_yet'),
  about_rivals: (text) => matchesOf(text, 'about_rivals'),
} as const satisfies Record<string, (text: string, field: string) => string[]>

// Fields with whole sentences. Elsewhere a title such as "Run agents" would look like an order.
const prose = ['description', 'overview', 'qualification_statement', 'workflow_summary']

const ourFields: ReadonlySet<string> = new Set([
  ...productFieldNames.filter((name) => name.includes('_')),
  'review_status',
  'review_priority',
])

function namesOurFields(text: string): boolean {
  return (text.toLowerCase().match(/[a-z_]{8,40}/g) ?? []).some((word) => ourFields.has(word))
}

// Fields that must not contain a URL or e-mail address: submissions with one are refused, but rows
// that are older than this rule may have one.
const names = ['name', 'founder_name']

// Characters that change the direction of text. cleanText removes them from submissions, but rows
// that were not submitted may contain them.
const bidi = /\p{Bidi_Control}/gu
const isBidi = /^\p{Bidi_Control}$/u

/** The characters that a pattern matches, with their indexes. */
function placesOf(text: string, pattern: RegExp): Placed[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
    let next = index
    return [...found].map((character) => {
      next += character.length
      return { character, index: next - character.length }
    })
  })
}

interface Placed {
  character: string
  index: number
}

/** Describes the distinct characters, each with its name and first position. */
function describedAt(label: string, text: string, found: readonly Placed[]): string[] {
  const first = new Map<string, number>()
  for (const { character, index } of found)
    first.set(character, Math.min(index, first.get(character) ?? index))
  if (first.size === 0) return []
  const named = [...first].map(
    ([character, index]) => `${codeOf(character)}${nameOf(character)}${placeOf(text, index)}`,
  )
  return [`${label} (${firstOf(named)})`]
}

function firstOf(texts: readonly string[]): string {
  const more = texts.length - most
  return texts.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function placeOf(text: string, index: number): string {
  const lines = text.slice(0, index).split('\n')
  const line = text.includes('\n') ? ` of line ${lines.length}` : ''
  return ` at character ${codePoints(lines.at(-1)!) + 1}${line}`
}

// Names from the Unicode Character Database, for invisible characters that often deceive.
const unseenNames: Readonly<Record<string, string>> = {
  '\u001b': 'ESCAPE',
  '\u00ad': 'SOFT HYPHEN',
  '\u061c': 'ARABIC LETTER MARK',
  '\u200b': 'ZERO WIDTH SPACE',
  '\u200c': 'ZERO WIDTH NON-JOINER',
  '\u200d': 'ZERO WIDTH JOINER',
  '\u200e': 'LEFT-TO-RIGHT MARK',
  '\u200f': 'RIGHT-TO-LEFT MARK',
  '\u202a': 'LEFT-TO-RIGHT EMBEDDING',
  '\u202b': 'RIGHT-TO-LEFT EMBEDDING',
  '\u202c': 'POP DIRECTIONAL FORMATTING',
  '\u202d': 'LEFT-TO-RIGHT OVERRIDE',
  '\u202e': 'RIGHT-TO-LEFT OVERRIDE',
  '\u2060': 'WORD JOINER',
  '\u2066': 'LEFT-TO-RIGHT ISOLATE',
  '\u2067': 'RIGHT-TO-LEFT ISOLATE',
  '\u2068': 'FIRST STRONG ISOLATE',
  '\u2069': 'POP DIRECTIONAL ISOLATE',
  '\u2800': 'BRAILLE PATTERN BLANK',
  '\u3164': 'HANGUL FILLER',
  '\ufeff': 'ZERO WIDTH NO-BREAK SPACE',
}

function nameOf(character: string): string {
  if (/^\p{Variation_Selector}$/u.test(character)) return ' VARIATION SELECTOR'
  if (/^[\u{e0000}-\u{e007f}]$/u.test(character)) return ' TAG'
  return Object.hasOwn(unseenNames, character) ? ` ${unseenNames[character]}` : ''
}

function unseenIn(text: string): Placed[] {
  const removed = placesOf(text, /./gsu).filter(
    ({ character }) =>
      character !== '\r' && !isBidi.test(character) && cleanText(`a${character}a`) === 'aa',
  )
  return [...removed, ...placesOf(text, hidden)]
}

// Terminal escape sequences (ECMA-48) whose ESC was removed by cleanText. Ordinary text such as
// "[2nd edition]" and "[5m]" does not match.
const escapeRest =
  /\[(?:\d{1,3}(?:;\d{1,3}){0,5}m(?!\])|[0-3][JK](?!\])|\d{1,3};\d{1,3}[Hf]|\?\d{1,4}[hl]|\d{1,3}[A-GST](?![\p{L}\p{N}\]]))/gu

// Characters that cleanText keeps, at positions where no script needs them: joiners within a Latin
// word or several in a row; variation selectors after letters without variants or several in a row,
// which can encode a hidden text; and the blank of Braille.
const hidden = new RegExp(
  [
    '(?<=[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{N}])[\\u200c\\u200d](?=[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{N}])',
    '[\\u200c\\u200d]{2,}',
    '\\p{Variation_Selector}{2,}',
    '(?<=[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])\\p{Variation_Selector}',
    '(?<!\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]',
    '\\u2800',
  ].join('|'),
  'gu',
)

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

/** The most findings of one kind that are reported: editors read the text anyway. */
const most = 3

// Words that mix scripts, or that consist of Latin look-alikes although the text is not in their
// script.
function mixedWords(text: string): string[] {
  const isItsScript = [...text].some((letter) => ownScript.test(letter) && !latinLookAlike(letter))
  const words = (text.match(/[\p{L}\p{M}]+/gu) ?? []).flatMap((word) => {
    const lookAlikes = [...word].filter(
      (letter) => !latinLetter.test(letter) && latinLookAlike(letter),
    )
    const isDisguised = !isItsScript && word.length > 1 && lookAlikes.length === [...word].length
    const isMixed = lookAlikes.length > 0 && latinLetter.test(word)
    if (!isMixed && !isDisguised) return []
    const reads = asLatin(word)
    const shown = /^\p{Script=Latin}{1,40}$/u.test(reads)
      ? `a word that reads "${reads}"`
      : 'a word'
    return [
      `${shown} has letters that only look Latin (${firstOf([...new Set(lookAlikes)].map(codeOf))})`,
    ]
  })
  return [...new Set(words)].slice(0, most)
}

const latinLetter = /\p{Script=Latin}/u
const ownScript = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u

// Finds lines such as "status      approved", which would look like a row of the editor's desk.
function imitatedFields(text: string): string[] {
  return asLatin(text)
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .flatMap((line, index) => {
      const [, head = ''] =
        /^[\s|]*([\p{L}_][\p{L}_ -]{0,40}?)(?:\s*[:=|]|\t|\s{2,})/u.exec(line) ?? []
      const label = deskLabels.get(searchKey(head, ' '))
      return label ? [`line ${index + 1} begins like the field "${label}" of the desk`] : []
    })
    .slice(0, most)
}

const deskLabels = new Map(
  [...productFieldNames, 'email', 'submitted_by', 'owner_claim', 'history', 'reason'].flatMap(
    (field) =>
      [field, labelOf(field)].map((name) => [searchKey(name, ' '), labelOf(field)] as const),
  ),
)

// Runs of at least 65 characters: even the longest German words have about sixty. Scripts without
// spaces are excluded here, URLs below.
const longRun =
  /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{65,}/gu

function longWords(text: string): string[] {
  return (text.match(longRun) ?? [])
    .filter((word) => !/^\W*https?:\/\//i.test(word))
    .map((word) => `a word of ${codePoints(word)} characters`)
    .slice(0, most)
}

// Whole words only: "Officially" and "Verifier" are harmless.
const official = /\b(?:official|approved|verified|certified|reviewed)\b|[✅✔☑]/iu

const manyEmoji = /(?:\p{Emoji_Presentation}\ufe0f?\s?){3}/u

function matchesOf(text: string, kind: PhraseKind): string[] {
  const cleaned = cleanText(text)
  // The text as a language model reads it: without invisible characters, look-alikes replaced.
  const plain = asLatin(cleaned.normalize('NFKC')).replace(
    /[\u200c\u200d\p{Variation_Selector}]/gu,
    '',
  )
  return [...new Set([...phrasesIn(plain, kind), ...phrasesIn(cleaned, kind)])]
}
