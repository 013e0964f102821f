// Turns an SVG, PNG or ICO file of a product's repository into its mark: the small logo beside its
// name. The mark is an SVG of harmless shapes if the file allows it, else a small PNG.
import { readFile } from 'node:fs/promises'
import { Resvg, initWasm } from '@resvg/resvg-wasm'
import { once } from '#core/once.ts'
import { cleanSvg, sizeOfSvg } from './clean-svg.ts'

/** The largest mark, and the largest file that a mark is made from, in bytes. */
const mostBytes = { mark: 6_000, source: 512_000 }

export type Mark = { ending: 'svg' | 'png'; bytes: Buffer } | { no: string }

/** Widths of a PNG in pixels. The first whose file is small enough is taken. */
const widths = [96, 64, 48]
/** The background of pale marks: pages show marks on a light plate, where they would vanish. */
const darkGround = '#1b2430'

/** The mark that a file gives; `no` is the reason if it gives none. */
export async function markOf(path: string, read: Buffer): Promise<Mark> {
  if (read.length > mostBytes.source) return { no: 'is too large' }
  const file = /\.ico$/i.test(path) ? largestInIcon(read) : read
  const isSvg = /\.svg$/i.test(path)
  const text = isSvg ? file.toString() : ''
  const size = isSvg ? sizeOfSvg(text) : sizeOfPng(file)
  if (!size) return { no: 'does not say its size' }
  const ratio = size.width / size.height
  if (ratio < 0.75 || ratio > 1.34) return { no: 'is not square' }
  // There are no fonts, so letters would be missing.
  if (/<(?:text|foreignObject)\b/i.test(text)) return { no: 'has text' }
  const clean = isSvg ? cleanSvg(text) : undefined
  const svg = clean ?? (isSvg ? text : framed(file, size))
  await ready()
  try {
    const ink = inkOf(svg)
    if (ink.onLight + ink.onDark === 0) return { no: 'is blank' }
    if (ink.onLight === 0 || ink.fades) {
      const dark = isSvg ? onDark('svg+xml', svg) : onDark('png', file)
      // Always a PNG: an SVG that is shown as a picture does not draw the pictures inside it.
      return inkOf(dark).onDark === 0 ? { no: 'is blank' } : drawn(dark)
    }
    if (clean !== undefined && Buffer.byteLength(clean) < mostBytes.mark)
      return { ending: 'svg', bytes: Buffer.from(`${clean}\n`) }
    return drawn(svg)
  } catch {
    return { no: 'cannot be drawn' }
  }
}

const ready = once(async () => {
  const wasm = new URL(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))
  await initWasm(new Uint8Array(await readFile(wasm)))
})

function drawn(svg: string): Mark {
  for (const width of widths) {
    const bytes = rendered(svg, width, (image) => Buffer.from(image.asPng()))
    if (bytes.length <= mostBytes.mark) return { ending: 'png', bytes }
  }
  return { no: 'is too large as a bitmap' }
}

type Image = ReturnType<InstanceType<typeof Resvg>['render']>

function rendered<T>(svg: string, width: number, take: (image: Image) => T): T {
  const resvg = new Resvg(svg, { fitTo: { mode: 'width', value: width } })
  try {
    const image = resvg.render()
    try {
      return take(image)
    } finally {
      image.free()
    }
  } finally {
    // The memory of Resvg is in WebAssembly, where the garbage collector does not free it.
    resvg.free()
  }
}

/** If more than this fraction of its outline is pale, a drawing loses its shape on a light ground. */
const mostPale = 0.4

/**
 * Whether a drawing can be seen on a light and on a dark ground (1 or 0). `fades` is true if part of
 * it vanishes on a light ground, such as the white half of a letter, and all of it shows on a dark
 * one.
 */
function inkOf(svg: string): { onLight: number; onDark: number; fades: boolean } {
  return rendered(svg, 48, ({ pixels, width }) => {
    const isClear = (at: number) => at >= 0 && at < pixels.length && pixels[at + 3]! < 128
    let [light, dark] = [0, 0]
    const outline = { all: 0, pale: 0, dark: 0 }
    for (let at = 0; at < pixels.length; at += 4) {
      // The pixels of resvg are multiplied with their opacity.
      const [red = 0, green = 0, blue = 0, opacity = 0] = pixels.subarray(at, at + 4)
      const grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue
      const [isLight, isDark] = [grey + (255 - opacity) < 205, grey > 70]
      if (isLight) light++
      if (isDark) dark++
      if (isClear(at) || ![at - 4, at + 4, at - 4 * width, at + 4 * width].some(isClear)) continue
      outline.all++
      if (!isLight) outline.pale++
      if (!isDark) outline.dark++
    }
    const enough = (pixels.length / 4) * 0.03
    const share = (count: number) => count / Math.max(1, outline.all)
    // A pale outline all around belongs to a tile that the drawing is on.
    const fades = share(outline.pale) > mostPale && share(outline.pale) < 0.95
    return {
      onLight: light > enough ? 1 : 0,
      onDark: dark > enough ? 1 : 0,
      fades: fades && share(outline.dark) < 0.05,
    }
  })
}

type Picture = 'png' | 'svg+xml'

function framed(file: Buffer, { width, height }: { width: number; height: number }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="${dataOf('png', file)}"/></svg>`
}

function onDark(type: Picture, file: Buffer | string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="16" fill="${darkGround}"/><image x="16" y="16" width="68" height="68" href="${dataOf(type, file)}"/></svg>`
}

const dataOf = (type: Picture, file: Buffer | string) =>
  `data:image/${type};base64,${Buffer.from(file).toString('base64')}`

/** The largest PNG in an ICO file; empty if it holds only bitmaps of other kinds. */
function largestInIcon(file: Buffer): Buffer {
  const count = file.length < 6 ? 0 : file.readUInt16LE(4)
  let largest: Buffer = Buffer.alloc(0)
  for (let at = 6; at < 6 + count * 16 && at + 16 <= file.length; at += 16) {
    const start = file.readUInt32LE(at + 12)
    const one = file.subarray(start, start + file.readUInt32LE(at + 8))
    if (sizeOfPng(one) && one.length > largest.length) largest = one
  }
  return largest
}

function sizeOfPng(file: Buffer): { width: number; height: number } | undefined {
  if (file.length < 24 || file.toString('latin1', 1, 4) !== 'PNG') return undefined
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  return width >= 24 && height >= 24 && width <= 4096 && height <= 4096
    ? { width, height }
    : undefined
}
