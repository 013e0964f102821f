import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

interface Image {
  width: number
  height: number
  pixels: Uint8Array
}

/**
 * Opaque pixels as a PNG without filters: of one byte each, where a palette holds all colours, and of
 * three bytes else. resvg writes one, too: for flat colours and text it takes ten times as long and
 * twice as many bytes. https://www.w3.org/TR/png-3/
 */
export function pngOf(image: Image): Buffer {
  const { width, height } = image
  const drawn = inPalette(image) ?? { kind: trueColour, rows: inFull(image) }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits of each number of a pixel.
  header.set([8, drawn.kind], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...('palette' in drawn ? [chunk('PLTE', drawn.palette)] : []),
    chunk('IDAT', deflateSync(drawn.rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const trueColour = 2
const indexed = 3

/** Nothing where there are more colours than a byte can name. */
function inPalette({ width, height, pixels }: Image) {
  const palette = Buffer.alloc(256 * 3)
  const rows = Buffer.alloc((width + 1) * height)
  const colours = new Int32Array(pixels.buffer, pixels.byteOffset, width * height)
  const indexes = new Map<number, number>()
  let last: number | undefined
  let index = 0
  for (let y = 0; y < height; y++) {
    // Each row begins with its filter, 0.
    const shift = y + 1
    for (let pixel = y * width; pixel < (y + 1) * width; pixel++) {
      const colour = colours[pixel]!
      // Most are as the one before.
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
  return { kind: indexed, palette: palette.subarray(0, indexes.size * 3), rows }
}

function inFull({ width, height, pixels }: Image): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  let at = 0
  for (let from = 0; from < width * height * 4; from += 4) {
    if (from % (width * 4) === 0) at++
    rows[at++] = pixels[from]!
    rows[at++] = pixels[from + 1]!
    rows[at++] = pixels[from + 2]!
  }
  return rows
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
