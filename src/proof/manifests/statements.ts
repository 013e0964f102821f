import { lineCounter } from './line-counter.ts'

/** A word, a string without its quotes, or a mark such as `{` in source code. */
export interface Token {
  kind: 'word' | 'string' | 'mark'
  text: string
  line: number
}

interface Language {
  /** A pattern of comments. */
  comment: string
  /** A pattern of symbols and other texts, which count as strings. */
  texts?: string
  /** Whether a token begins a block, by the tokens before it in its statement. */
  opens?: (token: Token, before: readonly Token[]) => boolean
  /** Whether a token ends a block, by the number of brackets that its statement leaves open. */
  closes?: (token: Token, depth: number) => boolean
}

// What is not closed reaches to the end of the text, so that each character is read once. A quote
// that its line does not close is a mark.
const computed = String.raw`[$#]\{(?:"[^"\n]*"|'[^'\n]*'|[^{}"'\n])*\}`
const strings = String.raw`"""[^]*?(?:"""|(?![^]))|'''[^]*?(?:'''|(?![^]))|"(?:\\[^]|${computed}|[$#](?!\{)|[^"\\\n$#])*"|'(?:\\[^]|[^'\\\n])*'`

/** Groovy, Kotlin and Prisma. */
export const braces: Language = {
  comment: String.raw`\/\/[^\n]*|\/\*[^]*?(?:\*\/|(?![^]))`,
  opens: ({ text }) => text === '{',
  closes: ({ text }) => text === '}',
}

export const python: Language = { comment: String.raw`#[^\n]*` }

export const ruby: Language = {
  comment: String.raw`#[^\n]*|^=begin\b[^]*?(?:^=end\b[^\n]*|(?![^]))|^__END__$[^]*`,
  // Symbols, lists of words, and texts up to a line with their mark.
  texts: String.raw`(?<![\w"':]):\w+|%[wWiI](?:\[[^\]]*\]?|\([^)]*\)?|\{[^}]*\}?)|<<[~-]?["']?([A-Z_]+)\b[^\n]*\n[^]*?(?:^[ \t]*\2$|(?![^]))`,
  opens: ({ text }, before) => {
    const last = before.at(-1)
    // After these a brace begins a hash.
    if (text === '{') return !isMark(last, /^(?:[[({,:=]|=>)$/)
    const isFirst = last === undefined || isMark(last, /^=$/)
    return text === 'do' || (isFirst && /^(?:if|unless|case|begin|def|class|module)$/.test(text))
  },
  closes: ({ text }, depth) => text === 'end' || (text === '}' && depth === 0),
}

/** Splits code into tokens, without comments. The end of a line is the mark `\n`. */
function tokensOf(code: string, { comment, texts = '(?!)' }: Language): Token[] {
  const pattern = new RegExp(
    String.raw`([^\S\n]+|\\\n|${comment})|${texts}|${strings}|[\w$]+|=>|->|[=!]=|[^]`,
    'gm',
  )
  const lineOf = lineCounter(code)
  const tokens: Token[] = []
  for (const { 0: found, 1: space, index } of code.matchAll(pattern)) {
    if (space !== undefined) continue
    const [quote] = /^(?:"""|'''|["'](?=[^])|%\w.|:(?=\w)|<<(?=[^]))/.exec(found) ?? []
    const kind = quote ? 'string' : /^[\w$]/.test(found) ? 'word' : 'mark'
    const inside = found.slice(quote?.length).replace(/(?:"""|'''|["'\])}])$/, '')
    tokens.push({ kind, text: quote ? inside : found, line: lineOf(index) })
  }
  return tokens
}

const ends = /^(?:;|\n|then|else)$/
const goesOn = /^(?:[,+=:\\.]|=>)$/

/**
 * Splits code into statements, which end with their line unless they cannot end there. A block within
 * a statement has statements of its own. `within` says what holds in a block, by what holds around it
 * and by the tokens before it.
 */
export function statementsOf<Around>(
  code: string,
  { opens, closes, ...language }: Language,
  outside: Around,
  within: (around: Around, head: readonly Token[]) => Around,
): { tokens: readonly Token[]; around: Around }[] {
  const done: (typeof here)[] = []
  const outer: (typeof here)[] = []
  let here = { tokens: [] as Token[], around: outside, depth: 0 }
  const finish = () => {
    if (here.tokens.length > 0) done.push(here)
    here = { ...here, tokens: [], depth: 0 }
  }
  for (const token of tokensOf(code, language)) {
    const isText = token.kind === 'string'
    if (!isText && opens?.(token, here.tokens)) {
      outer.push(here)
      here = { tokens: [], around: within(here.around, here.tokens), depth: 0 }
    } else if (!isText && closes?.(token, here.depth)) {
      finish()
      here = outer.pop() ?? here
    } else if (isText || !ends.test(token.text)) {
      here.tokens.push(token)
      if (isMark(token, /^[([{]$/)) here.depth++
      if (isMark(token, /^[)\]}]$/)) here.depth = Math.max(0, here.depth - 1)
    } else if (here.depth === 0 && !isMark(here.tokens.at(-1), goesOn)) finish()
  }
  return [...done, ...outer, here]
}

export function isMark(token: Token | undefined, mark: RegExp): boolean {
  return token?.kind === 'mark' && mark.test(token.text)
}
