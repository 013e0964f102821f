// Of the 2,231 names of the HTML standard those of the signs that a URL may hold, each with its sign
// behind it, and of those that count without a semicolon. Any other stays as it is written.
const signs = `
  quot" QUOT" amp& AMP& lt< LT< gt> GT> excl! num# dollar$ percnt% apos' lpar( rpar) ast* plus+
  comma, period. sol/ bsol\\ colon: semi; equals= quest? commat@ lsqb[ rsqb] lowbar_`

const names = new Map([
  ['Tab', '\t'],
  ['NewLine', '\n'],
  ...signs
    .trim()
    .split(/\s+/)
    .map((each) => [each.slice(0, -1), each.slice(-1)] as const),
])

// These count without a semicolon, unless a letter, digit or `=` follows: then it is the next
// parameter of a query.
const bare = /^(quot|QUOT|amp|AMP|lt|LT|gt|GT)$/

/** The value of an attribute as a browser reads it. HTML standard, 13.2.5.72. */
export function decodeAttribute(value: string): string {
  return value.replace(
    /&(?:#[xX]([\da-fA-F]+);?|#(\d+);?|([a-zA-Z]+)(;?)(?=([=\da-zA-Z]?)))/g,
    (written: string, hex?: string, decimal?: string, name = '', end = '', next = '') => {
      if (hex !== undefined) return character(Number.parseInt(hex, 16))
      if (decimal !== undefined) return character(Number.parseInt(decimal, 10))
      const isRead = end === ';' || (bare.test(name) && next === '')
      return (isRead && names.get(name)) || written
    },
  )
}

function character(code: number): string {
  const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
  return isNone ? '\uFFFD' : String.fromCodePoint(code)
}
