/**
 * A set of listings, one bit each: bit `n & 31` of word `n >> 5` is the listing at position `n` in
 * newest order.
 */
export type Bitmap = Uint32Array<ArrayBuffer>

export function emptyBitmap(size: number): Bitmap {
  return new Uint32Array(Math.ceil(size / 32))
}

export function setBit(bits: Bitmap, n: number): void {
  bits[n >> 5]! |= 1 << (n & 31)
}

export function clearBit(bits: Bitmap, n: number): void {
  bits[n >> 5]! &= ~(1 << (n & 31))
}

export function hasBit(bits: Bitmap, n: number): boolean {
  return (bits[n >> 5]! & (1 << (n & 31))) !== 0
}

/** A bitmap with each of the first `size` bits set. */
export function fullBitmap(size: number): Bitmap {
  const bits = emptyBitmap(size).fill(0xff_ff_ff_ff)
  const rest = size & 31
  if (rest > 0) bits[bits.length - 1] = 2 ** rest - 1
  return bits
}

/** Clears every bit of `bits` that is not set in `others`. */
export function intersect(bits: Bitmap, others: Bitmap): void {
  for (let word = 0; word < bits.length; word++) bits[word]! &= others[word]!
}

/** A new bitmap with the bits that are set in at least one of these bitmaps. */
export function union(all: readonly Bitmap[]): Bitmap {
  return new Uint32Array(all[0]!).map((_, word) => all.reduce((bits, one) => bits | one[word]!, 0))
}

export const countBits = (bits: Bitmap): number => countShared(bits, bits)

/** The number of bits set in both bitmaps, counted without allocating a third one. */
export function countShared(bits: Bitmap, others: Bitmap): number {
  let count = 0
  for (let word = 0; word < bits.length; word++) count += ones(bits[word]! & others[word]!)
  return count
}

/** The positions of set bits in ascending order, skipping the first `passed`; at most `limit`. */
export function bitsFrom(bits: Bitmap, passed: number, limit: number): number[] {
  const found: number[] = []
  let left = passed
  for (let word = 0; word < bits.length && found.length < limit; word++) {
    let rest = bits[word]!
    const count = ones(rest)
    if (count <= left) {
      left -= count
      continue
    }
    for (; rest !== 0 && found.length < limit; rest &= rest - 1) {
      if (left > 0) left--
      else found.push((word << 5) + 31 - Math.clz32(rest & -rest))
    }
  }
  return found
}

/** The number of set bits at positions below `n`. */
export function countBelow(bits: Bitmap, n: number): number {
  let count = 0
  for (let word = 0; word < n >> 5; word++) count += ones(bits[word]!)
  const rest = n & 31
  return rest === 0 ? count : count + ones(bits[n >> 5]! & (2 ** rest - 1))
}

// Counts the set bits of a word (Hamming weight): Hacker's Delight, section 5-1.
function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55_55_55_55)
  bits = (bits & 0x33_33_33_33) + ((bits >>> 2) & 0x33_33_33_33)
  return (((bits + (bits >>> 4)) & 0x0f_0f_0f_0f) * 0x01_01_01_01) >>> 24
}
