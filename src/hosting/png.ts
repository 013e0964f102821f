import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

interface Image {
  width: number
  height: number
  pixels: Uint8Array
}

/**
 * Opaque pixels as a PNG with a palette (https://www.w3.org/TR/png-3/); undefined if they have more
 * than 256 colours. For flat colours and text the PNG encoder of resvg takes ten times as long, and
 * its files are twice as large.
 */
export function pngOf(image: Image): Buffer | undefined {
  const { width, height } = image
  const drawn = inPalette(image)
  if (!drawn) return undefined
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Bit depth 8, and colour type 3, which is a picture with a palette.
  header.set([8, 3], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', drawn.palette),
    chunk('IDAT', deflateSync(drawn.rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function inPalette({ width, height, pixels }: Image) {
  const palette = Buffer.alloc(256 * 3)
  const rows = Buffer.alloc((width + 1) * height)
  const colours = new Int32Array(pixels.buffer, pixels.byteOffset, width * height)
  const indexes = new Map<number, number>()
  let last: number | undefined
  let index = 0
  for (let y = 0; y < height; y++) {
    // In PNG each row begins with a byte for its filter. It stays 0, which is no filter.
    const shift = y + 1
    for (let pixel = y * width; pixel < (y + 1) * width; pixel++) {
      const colour = colours[pixel]!
      // Most pixels have the colour of the pixel before, so its index is used again without a
      // look-up.
      if (colour !== last) {
        last = colour
        index = indexes.get(colour) ?? indexes.size
        if (index === indexes.size) {
          if (index === 256) return undefined
          indexes.set(colour, index)
          palette.set(pixels.subarray(pixel * 4, pixel * 4 + 3), index * 3)
        }
      }
      rows[pixel + shift] = index
    }
  }
  return { palette: palette.subarray(0, indexes.size * 3), rows }
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
