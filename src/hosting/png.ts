import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

interface Image {
  width: number
  height: number
  pixels: Uint8Array
}

/**
 * Opaque pixels as a PNG with a palette (https://www.w3.org/TR/png-3/) of the 256 most frequent
 * colours. The others, in the soft edges of shapes, become the nearest of these. The PNG encoder of
 * resvg takes three times as long, and its files are twice as large.
 */
export function pngOf({ width, height, pixels }: Image): Buffer {
  const colours = new Int32Array(pixels.buffer, pixels.byteOffset, width * height)
  const palette = mostFrequent(colours)
  const indexes = new Map(palette.map((colour, index) => [colour, index]))
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    // In PNG each row begins with a byte for its filter. It stays 0, which is no filter.
    const shift = y + 1
    let [last, index] = [NaN, 0]
    for (let pixel = y * width; pixel < (y + 1) * width; pixel++) {
      const colour = colours[pixel]!
      // Most pixels have the colour of the one before: its index is used without a look-up.
      if (colour !== last) {
        last = colour
        index = indexes.get(colour) ?? nearest(colour, palette)
        indexes.set(colour, index)
      }
      rows[pixel + shift] = index
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Bit depth 8, and colour type 3, which is a picture with a palette.
  header.set([8, 3], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function mostFrequent(colours: Int32Array): number[] {
  const counts = new Map<number, number>()
  for (let start = 0, end = 1; end <= colours.length; end++) {
    const colour = colours[start]!
    if (colours[end] === colour) continue
    counts.set(colour, (counts.get(colour) ?? 0) + end - start)
    start = end
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return sorted.slice(0, 256).map(([colour]) => colour)
}

function nearest(colour: number, palette: readonly number[]): number {
  const apart = (other: number, bits: number) => ((other >> bits) & 255) - ((colour >> bits) & 255)
  let [best, least] = [0, Infinity]
  for (const [index, other] of palette.entries()) {
    const distance = apart(other, 0) ** 2 + apart(other, 8) ** 2 + apart(other, 16) ** 2
    if (distance < least) [best, least] = [index, distance]
  }
  return best
}

/** Red, green and blue of a pixel, which is little-endian RGBA. */
const channels = (colour: number) => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255]

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
