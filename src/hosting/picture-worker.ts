import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { Resvg, initWasm } from '@resvg/resvg-wasm'
import type { Drawing } from './draw-pictures.ts'
import { pngOf } from './png.ts'

// The thread of ./draw-pictures.ts: draws each picture into its folder, and ends.
const { folder, common, missing } = workerData as {
  folder: string
  common: string
  missing: readonly Drawing[]
}

const packaged = async (address: string) => new Uint8Array(await readFile(fileURLToPath(address)))
await initWasm(await packaged(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')))
const plain = await Promise.all(
  [
    import.meta.resolve('@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2'),
    import.meta.resolve('@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2'),
  ].map(packaged),
)
const extended = await Promise.all(
  [
    import.meta.resolve('@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-ext-400-normal.woff2'),
    import.meta.resolve('@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-ext-600-normal.woff2'),
  ].map(packaged),
)

/** What the first fonts may lack. To read a font takes as long as a tenth of drawing with it. */
const beyondLatin = /[^\0-\u00FF\u2013\u2014\u2018\u2019\u201C\u201D\u2026]/

/** A letter that the first font has not is taken from the next that has it, whatever its weight. */
const extendedHeading = /weight="600"[^>]*>[^<]*[\u0100-\u017F]/

let drawnCommon: Buffer | undefined
for (const { file, svg } of missing) {
  let png: Buffer
  try {
    png = drawn(svg)
  } catch (error) {
    parentPort!.postMessage(`${file} cannot be drawn, and shows the common picture: ${error}`)
    png = drawnCommon ??= drawn(common)
  }
  // It has its name when it is whole.
  const part = path.join(folder, `${file}.part`)
  await writeFile(part, png)
  await rename(part, path.join(folder, file))
}

function drawn(svg: string): Buffer {
  const others = extendedHeading.test(svg) ? extended.toReversed() : extended
  const fonts = beyondLatin.test(svg) ? others : []
  const resvg = new Resvg(svg, { font: { fontBuffers: [...plain, ...fonts] } })
  try {
    const image = resvg.render()
    try {
      return pngOf(image)
    } finally {
      image.free()
    }
  } finally {
    // What it holds lies outside of what the garbage collector sees.
    resvg.free()
  }
}
