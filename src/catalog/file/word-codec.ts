/**
 * Phrases as the codes of their words, each of one to three bytes: the phrases of a directory are
 * said with few words. Thirty take a quarter of their letters and half of what zstd makes of them,
 * and a hundred listings are read for one question.
 */

const endOfPhrase = 0

/** Writes phrases. `add` hears of each word when it is first met; codes count from 1. */
export function phraseWriter(add: (code: number, word: string) => void) {
  const codes = new Map<string, number>()
  const codeOf = (word: string) => {
    let code = codes.get(word)
    if (code === undefined) {
      code = codes.size + 1
      codes.set(word, code)
      add(code, word)
    }
    return code
  }
  return (phrases: readonly string[]): Uint8Array =>
    Uint8Array.from(
      phrases
        .flatMap((phrase) => [...phrase.split(' ').map(codeOf), endOfPhrase])
        .flatMap(bytesOfCode),
    )
}

/** Reads phrases; a word is asked for once. */
export function phraseReader(wordOf: (code: number) => string) {
  const words: string[] = []
  return (bytes: Uint8Array): string[] => {
    const phrases: string[] = []
    let phrase = ''
    let code = 0
    let shift = 0
    for (const byte of bytes) {
      code |= (byte & 0x7f) << shift
      shift += 7
      if (byte > 0x7f) continue
      if (code === endOfPhrase) {
        phrases.push(phrase.slice(1))
        phrase = ''
      } else phrase += ` ${(words[code] ??= wordOf(code))}`
      code = shift = 0
    }
    return phrases
  }
}

// LEB128: seven bits a byte, the lowest first, and the highest bit says that more follow.
function bytesOfCode(code: number): number[] {
  return code < 0x80 ? [code] : [(code & 0x7f) | 0x80, ...bytesOfCode(code >>> 7)]
}
