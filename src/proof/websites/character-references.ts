// HTML's named character references for characters of URLs, each name directly followed by its
// character. Other names are left undecoded.
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

// These names are decoded without a semicolon, too, unless a letter, digit or `=` follows:
// `?a=1&lt=2` has a parameter `lt`.
const bare = /^(quot|QUOT|amp|AMP|lt|LT|gt|GT)$/

/** Decodes character references in an attribute value as browsers do (HTML standard, 13.2.5.72). */
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
  const isInvalid = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
  return isInvalid ? '\uFFFD' : String.fromCodePoint(code)
}
