import { holdsAddress } from '#contract/address-in-text.ts'
import { labelOf, productFieldNames } from '#contract/product-fields.ts'
import { cleanText, codePoints } from '#contract/text.ts'
import { asLatin, latinLookAlike } from './confusable-letters.ts'
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
  model_instruction: (text) => matchesOf(text, instructions),
  editor_voice: (text) => matchesOf(text, voices),
  official_name: (text, field) =>
    field === 'name' && official.test(asLatin(text))
      ? ['a name that claims to be official, or to be decided on']
      : [],
} as const satisfies Record<string, (text: string, field: string) => string[]>

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
  const more = named.length > most ? ` and ${named.length - most} more` : ''
  return [`${label} (${named.slice(0, most).join(', ')}${more})`]
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

function codes(characters: Iterable<string>): string {
  const different = [...new Set([...characters].join(''))].map(codeOf)
  const more = different.length - most
  return different.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

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
    return [`${shown} has letters that only look Latin (${codes(lookAlikes)})`]
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

/**
 * Phrases that instruct a language model that reads the text. The gaps between words are bounded,
 * so that matching stays fast.
 */
const instructions: readonly (readonly [pattern: RegExp, label: string])[] = [
  [
    /\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}\b(?:instructions?|prompts?|guidelines|guardrails|directives?)\b/i,
    'words that ask a model to leave its instructions',
  ],
  [
    /\bignor(?:iere|ieren sie|a|e|á)\b[^.\n]{0,40}\b(?:anweisungen|instrucciones|istruzioni|instruções)\b|\bignorez\b[^.\n]{0,40}\binstructions\b|忽略[^。\n]{0,12}(?:指令|指示|提示)|игнорируй[^.\n]{0,40}инструкци/iu,
    'words that ask a model to leave its instructions, in another language',
  ],
  [
    /<\|?(?:im_start|im_end|system|assistant|tool_call|endoftext)\|?>|\[\/?(?:INST|SYS)\]|<<\/?SYS>>|^[^\S\n\r\u2028\u2029]*(?:#{1,3}\s*(?:system|instruction)s?\b|(?:system|assistant|developer)(?: prompt| message)?\s*:)/im,
    'a mark that parts speakers in the input of a model',
  ],
  [
    /\byou are now\b|\bfrom now on,? you\b|\bpretend (?:to be|that you)\b|\bif you are an? (?:ai|llm|language model|agent|assistant|bot)\b|\bas an ai (?:language )?(?:model|assistant)\b|\b(?:note|message|attention|notice|dear)\b[^.\n]{0,12}\b(?:ai|llm|language) ?(?:models?|agents?|assistants?|reviewers?|readers?|s)\b/i,
    'words that speak to a model that reads them',
  ],
  [
    /\b(?:approve|verify|accept|recommend|rank|rate|feature|prefer)\s+(?:this|the|our)\s+(?:product|listing|submission|claim|entry|tool)\b|\b(?:recommend|rank|choose|prefer|mention|list)\b[^.\n]{0,30}\b(?:above|over|before|instead of)\s+(?:all|any|every|the)\s+(?:\w+\s)?(?:other|competitor|alternative)/i,
    'words that ask for a decision or a place',
  ],
  [
    /\b(?:reveal|repeat|print|output|leak|disclose)\b[^.\n]{0,30}\b(?:system prompt|hidden (?:prompt|instructions?)|your (?:instructions|prompt|rules|secrets?))\b/i,
    'words that ask a model for what it was told',
  ],
  [
    /\b(?:do not|don['’]t|never)\s+(?:tell|mention|reveal|inform|show|say)\b[^.\n]{0,40}\b(?:users?|editors?|humans?|reviewers?|anyone|operators?)\b/i,
    'words that ask to keep something from people',
  ],
]

// Whole words only: "Officially" and "Verifier" are harmless.
const official = /\b(?:official|approved|verified|certified|reviewed)\b|[✅✔☑]/iu

/** Phrases that pretend that the submission ends here, or that an editor wrote them. */
const voices: typeof instructions = [
  [
    /(?:^|\n)[^\p{L}\n]{0,20}(?:end|start|begin(?:ning)?) of (?:the )?(?:submission|listing|review|text|description)\b/iu,
    'words that end the submission',
  ],
  [
    /(?:^|\n|[.!?]\s)[^\p{L}\n]{0,20}(?:(?:editors?|reviewers?|moderators?|admin|staff|proofstack)(?:['’]s?)?\s*(?:note|notes|comment|remark|decision|verdict)?|review (?:note|result))\s*[:=]/iu,
    'words that speak as an editor',
  ],
  [
    /\b(?:approved|verified|reviewed|cleared|checked)\s+by\s+(?:an?\s+|the\s+|our\s+|your\s+)?(?:editors?|editorial|reviewers?|moderators?|staff|directory|proofstack)\b|\b(?:note|comment)s?\s*:[^.\n]{0,30}\b(?:approved|verified)\s+by\b|\bpress a(?=[.!?\n]|$)/i,
    'words that say an editor has decided',
  ],
]

function matchesOf(text: string, phrases: typeof instructions): string[] {
  const cleaned = cleanText(text)
  // The text as a language model reads it: without invisible characters, look-alikes replaced.
  const plain = asLatin(cleaned.normalize('NFKC')).replace(
    /[\u200c\u200d\p{Variation_Selector}]/gu,
    '',
  )
  return phrases.flatMap(([pattern, label]) =>
    pattern.test(plain) || pattern.test(cleaned) ? [label] : [],
  )
}
