/** Weights from 0 to 1 are stored as integers from 1 to 255. */
const steps = 255

/**
 * Packs a document number and a term weight (0 to 1) into one number, to save memory: the index
 * writer holds millions of them.
 */
export function posting(place: number, weight: number): number {
  return place * 256 + Math.max(1, Math.round(weight * steps))
}

/**
 * Encodes ascending postings as bytes: the distance to the previous document number, 7 bits a byte,
 * then one byte for the weight.
 */
export function packPostings(postings: readonly number[]): Uint8Array {
  const bytes: number[] = []
  let last = 0
  for (const one of postings) {
    const place = Math.floor(one / 256)
    let distance = place - last
    last = place
    for (; distance > 127; distance >>>= 7) bytes.push((distance & 127) | 128)
    bytes.push(distance, one % 256)
  }
  return Uint8Array.from(bytes)
}

/** Calls `each` for every packed posting. */
export function eachPosting(
  bytes: Uint8Array,
  each: (place: number, weight: number) => void,
): void {
  let place = 0
  for (let at = 0; at < bytes.length;) {
    let shift = 0
    for (; bytes[at]! > 127; shift += 7) place += (bytes[at++]! & 127) << shift
    place += bytes[at++]! << shift
    each(place, bytes[at++]! / steps)
  }
}
