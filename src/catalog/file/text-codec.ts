import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** How the texts of a file are kept: as they are, or compressed with a dictionary of the file's own. */
export interface TextCodec {
  encode: (text: string) => string | Uint8Array
  decode: (kept: string | Uint8Array) => string
}

/** Reading them costs nothing: the choice while the file is small. */
export const plainTexts: TextCodec = {
  encode: (text) => text,
  decode: (kept) => String(kept),
}

/**
 * A quarter to a third of the size. `samples` are typical texts: what they have in common with the
 * others is stored once. Level 3 because the last per cent would cost a build minutes.
 */
export function compressedTexts(samples: Uint8Array): TextCodec {
  const dictionary = Buffer.from(samples)
  const params = { [constants.ZSTD_c_compressionLevel]: 3 }
  return {
    encode: (text) => zstdCompressSync(text, { dictionary, params }),
    decode: (kept) => zstdDecompressSync(kept, { dictionary }).toString('utf8'),
  }
}

/** As much of typical texts as a dictionary may hold. */
export function dictionaryOf(texts: readonly string[]): Uint8Array {
  return Buffer.from(texts.join('')).subarray(0, 64 * 1024)
}
