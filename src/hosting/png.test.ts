import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { pngOf } from './png.ts'

const width = 20
const height = 30

/** An image whose pixels cycle through a number of colours. */
function imageOf(colours: number) {
  const pixels = new Uint8Array(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const colour = pixel % colours
    pixels.set([colour % 7, colour % 251, Math.floor(colour / 2), 255], pixel * 4)
  }
  return { width, height, pixels }
}

/** The red, green and blue of each pixel. */
function read(png: Buffer) {
  const parts: Record<string, Buffer> = {}
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    parts[png.toString('latin1', at + 4, at + 8)] = png.subarray(
      at + 8,
      at + 8 + png.readUInt32BE(at),
    )
  const rows = inflateSync(parts['IDAT']!)
  return Array.from({ length: width * height }, (_, pixel) => {
    const index = rows[pixel + Math.floor(pixel / width) + 1]!
    return [...parts['PLTE']!.subarray(index * 3, index * 3 + 3)]
  })
}

it.each([1, 256])('%i colours: every pixel has its colour', (colours) => {
  const image = imageOf(colours)
  const drawn = Array.from({ length: width * height }, (_, pixel) => [
    ...image.pixels.subarray(pixel * 4, pixel * 4 + 3),
  ])
  expect(new Set(drawn.map(String)).size).toBe(colours)
  expect(read(pngOf(image))).toEqual(drawn)
})

it('of more colours the most frequent stay, and the others become the nearest of them', () => {
  const image = imageOf(300)
  const drawn = read(pngOf(image))
  expect(new Set(drawn.map(String)).size).toBe(256)
  const apart = drawn.map((colour, pixel) =>
    Math.max(...colour.map((value, at) => Math.abs(value - image.pixels[pixel * 4 + at]!))),
  )
  expect(apart.filter((most) => most === 0).length).toBeGreaterThan(500)
  expect(Math.max(...apart)).toBeLessThan(60)
})
