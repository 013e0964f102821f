import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { pngOf } from './png.ts'

const width = 20
const height = 30

/** As many pixels of as many colours, one after the other, beginning anew after the last. */
function imageOf(colours: number) {
  const pixels = new Uint8Array(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const colour = pixel % colours
    pixels.set([colour % 7, colour % 251, Math.floor(colour / 2), 255], pixel * 4)
  }
  return { width, height, pixels }
}

/** The red, green and blue of each pixel, by the kind of picture that the header says. */
function read(png: Buffer) {
  const parts: Record<string, Buffer> = {}
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    parts[png.toString('latin1', at + 4, at + 8)] = png.subarray(
      at + 8,
      at + 8 + png.readUInt32BE(at),
    )
  const kind = parts['IHDR']![9]
  const bytes = kind === 3 ? 1 : 3
  const rows = inflateSync(parts['IDAT']!)
  const colours = Array.from({ length: width * height }, (_, pixel) => {
    const at = pixel * bytes + Math.floor(pixel / width) + 1
    const from = kind === 3 ? parts['PLTE']!.subarray(rows[at]! * 3) : rows.subarray(at)
    return [...from.subarray(0, 3)]
  })
  return { kind, colours }
}

it.each([
  ['one colour', 1, 3],
  ['as many colours as a palette holds', 256, 3],
  ['one colour more', 257, 2],
])('%s: every pixel has the colour that was drawn', (_, colours, kind) => {
  const image = imageOf(colours)
  const drawn = Array.from({ length: width * height }, (__, pixel) => [
    ...image.pixels.subarray(pixel * 4, pixel * 4 + 3),
  ])
  expect(new Set(drawn.map(String)).size).toBe(colours)
  expect(read(pngOf(image))).toEqual({ kind, colours: drawn })
})
