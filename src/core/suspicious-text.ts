import { holdsAddress } from '#contract/address-in-text.ts'
import { labelOf, productFieldNames } from '#contract/product-fields.ts'
import { cleanText, codePoints } from '#contract/text.ts'
import { asLatin, latinLookAlike } from './confusable-letters.ts'
import { searchKey } from './search-key.ts'

export interface Suspicion {
  kind: keyof typeof checks
  /** For an editor's eyes. Of the text it repeats nothing but plain letters, digits and `[;?`. */
  sentence: string
}

/**
 * What an editor should look at twice in a text that an owner wrote. A hint and no verdict: a text
 * about prompts, or in another script, may be just what it seems.
 */
export function suspicions(field: string, text: string): Suspicion[] {
  // Object.keys knows strings only; the table is closed.
  const kinds = Object.keys(checks) as Suspicion['kind'][]
  return kinds.flatMap((kind) =>
    checks[kind](text, field).map((found) => ({ kind, sentence: `${labelOf(field)}: ${found}.` })),
  )
}

const checks = {
  bidirectional: (text) =>
    toldAt('characters that turn the direction of text', text, placesOf(text, bidi)),
  invisible: (text) => toldAt('characters that nobody sees', text, unseenIn(text)),
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
  model_instruction: modelInstructions,
  editor_voice: editorVoice,
  official_name: (text, field) =>
    field === 'name' && official.test(asLatin(text))
      ? ['a name that claims to be official, or to be decided on']
      : [],
} as const satisfies Record<string, (text: string, field: string) => string[]>

// A submission is refused with one; an older row may have it.
const names = ['name', 'founder_name']

// A submission has none of these, for cleanText takes them out. A row that is older than that, or
// was written by another way, may.
const bidi = /\p{Bidi_Control}/gu

/** Where a pattern is: each character with its place. */
function placesOf(text: string, pattern: RegExp): Unseen[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
    let at = index
    return [...found].map((character) => {
      const one = { character, index: at }
      at += character.length
      return one
    })
  })
}

interface Unseen {
  character: string
  index: number
}

/** Each different character once, by its name, and where it stands first. */
function toldAt(what: string, text: string, found: readonly Unseen[]): string[] {
  const first = new Map<string, number>()
  for (const { character, index } of found)
    first.set(character, Math.min(index, first.get(character) ?? index))
  if (first.size === 0) return []
  const named = [...first].map(
    ([character, index]) => `${codeOf(character)}${nameOf(character)}${placeOf(text, index)}`,
  )
  const more = named.length > most ? ` and ${named.length - most} more` : ''
  return [`${what} (${named.slice(0, most).join(', ')}${more})`]
}

function placeOf(text: string, index: number): string {
  const lines = text.slice(0, index).split('\n')
  const line = text.includes('\n') ? ` of line ${lines.length}` : ''
  return ` at character ${codePoints(lines.at(-1)!) + 1}${line}`
}

// The names of the Unicode Character Database, for those that are used to deceive.
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
  const name = unseenNames[character]
  return name === undefined ? '' : ` ${name}`
}

function unseenIn(text: string): Unseen[] {
  const removed = placesOf(text, /./gsu).filter(
    ({ character }) =>
      character !== '\r' && !bidiOne.test(character) && cleanText(`a${character}a`) === 'aa',
  )
  return [...removed, ...placesOf(text, hidden)]
}

const bidiOne = /^\p{Bidi_Control}$/u

// ECMA-48 without the ESC that cleanText took out: colours, erasing, places of the cursor, modes.
// "[2nd edition]" and "[5m]" are text.
const escapeRest =
  /\[(?:\d{1,3}(?:;\d{1,3}){0,5}m(?!\])|[0-3][JK](?!\])|\d{1,3};\d{1,3}[Hf]|\?\d{1,4}[hl]|\d{1,3}[A-GST](?![\p{L}\p{N}\]]))/gu

// What cleanText must leave, in places where no script needs it: joiners within a Latin word or in
// rows, selectors of a letter's form after letters that have one form (rows of them can carry a
// whole hidden text), and the empty pattern of Braille.
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

/** How many of a kind are told: an editor looks at the text after the first. */
const most = 3

// A word that mixes scripts, or one of such letters alone in a text that is not otherwise in their
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

// P7 of the review: a line break and "status      approved" printed as a row of its own.
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

// The longest German words have about sixty letters. Some scripts set no spaces, and an address has
// none.
const longRun =
  /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{65,}/gu

function longWords(text: string): string[] {
  return (text.match(longRun) ?? [])
    .filter((word) => !/^\W*https?:\/\//i.test(word))
    .map((word) => `a word of ${codePoints(word)} characters`)
    .slice(0, most)
}

/**
 * Phrases that are written for a model that reads the text and not for people, and what they are
 * told as. Bounded, since their words may stand apart.
 */
const instructions: readonly (readonly [pattern: RegExp, told: string])[] = [
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

// A word of its own: "Officially" and "Verifier" say something else.
const official = /\b(?:official|approved|verified|certified|reviewed)\b|[✅✔☑]/iu

/** What ends a submission in the eyes of a hurried editor, or speaks as one. Bounded like the above. */
const voices: readonly (readonly [pattern: RegExp, told: string])[] = [
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

function editorVoice(text: string): string[] {
  return spokenIn(text, voices)
}

function modelInstructions(text: string): string[] {
  return spokenIn(text, instructions)
}

function spokenIn(text: string, phrases: typeof instructions): string[] {
  // As a model reads it: without what nobody sees, letters taken for what they look like.
  const plain = asLatin(cleanText(text).normalize('NFKC')).replace(
    /[\u200c\u200d\p{Variation_Selector}]/gu,
    '',
  )
  return phrases.flatMap(([pattern, found]) =>
    pattern.test(plain) || pattern.test(cleanText(text)) ? [found] : [],
  )
}
