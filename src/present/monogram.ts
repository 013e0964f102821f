/** The number of colours: the style sheet has `.tone-0` to `.tone-7`. */
const tones = 8

/** The replacement for a missing logo: one or two letters, and the number of a colour. */
export function monogram({ slug, name }: { slug: string; name: string }): {
  letters: string
  tone: number
} {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const capitals = name.match(/\p{Lu}/gu) ?? []
  const letters =
    words.length > 1
      ? words.slice(0, 2).map((word) => [...word][0]!.toUpperCase())
      : capitals.length > 1
        ? capitals.slice(0, 2)
        : [...(words[0] ?? slug)].slice(0, 2)
  const [first = '', ...rest] = letters
  return { letters: first.toUpperCase() + rest.join(''), tone: toneOf(slug) }
}

// The colour by a hash of the slug: 32-bit FNV-1a, which spreads short names evenly.
function toneOf(slug: string): number {
  let hash = 0x81_1c_9d_c5
  for (const sign of slug) hash = Math.imul(hash ^ sign.codePointAt(0)!, 0x01_00_01_93)
  return (hash >>> 0) % tones
}
