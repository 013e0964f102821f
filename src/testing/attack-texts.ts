import { type AST, RegExpParser } from '@eslint-community/regexpp'

/** A text that may make an expression slow: `unit` is repeated between `before` and `after`. */
export interface Attack {
  before: string
  unit: string
  after: string
}

const parser = new RegExpParser()

/** Later parts of an alternative are not tried: this bounds the work for long lists of words. */
const maxParts = 12

/**
 * Texts that nearly match a regular expression. Each sequence of parts of the expression is
 * repeated, after a text for the parts before it, and before an end that does not match. An
 * expression without an unbounded repetition gets no text.
 */
export function attacksOn(source: string, flags: string): Attack[] {
  const unicode = flags.includes('u')
  const pattern = parser.parsePattern(source, 0, source.length, {
    unicode,
    unicodeSets: flags.includes('v'),
  })
  const found = new Map<string, Attack>()
  const add = (before: string, unit: string) => {
    if (unit === '') return
    // Ends that rarely match: few character classes contain a line break or a Japanese letter.
    for (const after of ['', '\0\n!\u3042'])
      for (const start of before === '' ? [''] : ['', before])
        found.set(JSON.stringify([start, unit, after]), { before: start, unit, after })
  }
  const visit = (
    choice: Choice,
    alternatives: readonly AST.Alternative[],
    before: string,
  ): void => {
    for (const { elements } of alternatives) {
      const parts = partsOf(elements).slice(0, maxParts)
      const samples = parts.map((part) => sampleOf(part, choice, flags))
      for (const [from, part] of parts.entries()) {
        const start = before + samples.slice(0, from).join('')
        for (let to = from + 1; to <= parts.length; to++) {
          const run = samples.slice(from, to).join('')
          add(start, run)
          add('', start + run)
        }
        // Also repeats single characters of a class, since these may match other parts as well.
        for (const character of charactersOf(part, flags)) add(start, character)
        for (const each of part) visit(choice, innerOf(each), start)
      }
    }
  }
  if (!hasUnbounded(pattern)) return []
  for (const choice of [0, -1] as const) visit(choice, pattern.alternatives, '')
  return [...found.values()]
}

/** Splits an alternative into parts. Successive characters are one part. */
function partsOf(elements: readonly AST.Element[]): AST.Element[][] {
  const parts: AST.Element[][] = []
  for (const element of elements) {
    const last = parts.at(-1)
    const isWord = element.type === 'Character' && last?.[0]?.type === 'Character'
    if (isWord) last.push(element)
    else parts.push([element])
  }
  return parts
}

function innerOf(element: AST.Element): readonly AST.Alternative[] {
  if (element.type === 'Quantifier') return innerOf(element.element)
  return 'alternatives' in element ? element.alternatives : []
}

function hasUnbounded({ alternatives }: { alternatives: readonly AST.Alternative[] }): boolean {
  const isUnbounded = (element: AST.Element): boolean =>
    (element.type === 'Quantifier' && (element.max === Infinity || isUnbounded(element.element))) ||
    innerOf(element).some(({ elements }) => elements.some(isUnbounded))
  return alternatives.some(({ elements }) => elements.some(isUnbounded))
}

/**
 * How a sample is chosen. 0: the first alternative of each group, and the first matching character
 * of each class. -1: the last alternative, and the second character.
 */
type Choice = 0 | -1

/** A text that these elements of an expression match. */
function sampleOf(elements: readonly AST.Element[], choice: Choice, flags: string): string {
  return elements
    .map((element) => {
      if (element.type === 'Character') return String.fromCodePoint(element.value)
      if (element.type === 'Quantifier')
        return sampleOf([element.element], choice, flags).repeat(
          Math.min(Math.max(1, element.min), 40),
        )
      const isGroup = element.type === 'Group' || element.type === 'CapturingGroup'
      return isGroup
        ? sampleOf(element.alternatives.at(choice)!.elements, choice, flags)
        : (charactersOf([element], flags).at(choice === 0 ? 0 : 1) ?? '')
    })
    .join('')
}

const characters = [...'a A0\t\n-_./:#"\'`=,;&|<>[](){}@%$*+!?~\\é\u0301あ\u200c\ufe0f', '\0']

/** Up to eight characters of different kinds that a character class matches. */
function charactersOf([element]: readonly AST.Element[], flags: string): string[] {
  if (element?.type === 'Quantifier') return charactersOf([element.element], flags)
  if (element?.type !== 'CharacterClass' && element?.type !== 'CharacterSet') return []
  const fits = new RegExp(`^${element.raw}$`, flags.replace(/[gy]/g, ''))
  return characters.filter((character) => fits.test(character)).slice(0, 8)
}
