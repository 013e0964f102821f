/**
 * Letters of other scripts that look like Latin letters: Cyrillic, Greek, Armenian and phonetic
 * ones of Unicode's confusables (UTS 39). Written as escapes, because they look like the keys.
 */
const lookAlikes = {
  a: '\u0430\u03b1\u0251',
  c: '\u0441\u03f2',
  d: '\u0501',
  e: '\u0435',
  g: '\u0261',
  h: '\u04bb',
  i: '\u0456\u03b9\u0131\u0269',
  j: '\u0458\u03f3',
  k: '\u043a\u03ba',
  l: '\u04cf',
  n: '\u0578',
  o: '\u043e\u03bf\u0585',
  p: '\u0440\u03c1',
  q: '\u051b',
  s: '\u0455',
  u: '\u03c5\u057d',
  v: '\u03bd\u0475',
  w: '\u051d\u03c9\u0461',
  x: '\u0445\u03c7',
  y: '\u0443\u03b3\u04af',
  A: '\u0410\u0391',
  B: '\u0412\u0392',
  C: '\u0421\u03f9',
  E: '\u0415\u0395',
  H: '\u041d\u0397',
  I: '\u0406\u0399\u04c0',
  J: '\u0408\u037f',
  K: '\u041a\u039a',
  M: '\u041c\u039c',
  N: '\u039d',
  O: '\u041e\u039f\u0555',
  P: '\u0420\u03a1',
  Q: '\u051a',
  S: '\u0405\u054f',
  T: '\u0422\u03a4',
  U: '\u054d',
  V: '\u0474',
  W: '\u051c',
  X: '\u0425\u03a7',
  Y: '\u03a5\u04ae',
  Z: '\u0396',
} as const

const latin = new Map(
  Object.entries(lookAlikes).flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
)

/** The Latin letter that a letter of another script looks like, or undefined. */
export const latinLookAlike = (letter: string) => latin.get(letter)

/** A text with every letter that looks Latin replaced by the Latin one. */
export function asLatin(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, (letter) => latin.get(letter) ?? letter)
}
