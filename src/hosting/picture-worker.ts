import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { Resvg, initWasm } from '@resvg/resvg-wasm'
import type { Drawing } from './draw-pictures.ts'
import { pngOf } from './png.ts'

// The thread of ./draw-pictures.ts: it writes each picture into the folder, then ends.
const { folder, common, missing } = workerData as {
  folder: string
  common: string
  missing: readonly Drawing[]
}

const packaged = async (address: string | URL) => new Uint8Array(await readFile(new URL(address)))
await initWasm(await packaged(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')))
const fonts = import.meta.resolve('@fontsource/ibm-plex-sans/package.json')
const font = (letters: string, weight: number) =>
  packaged(new URL(`files/ibm-plex-sans-${letters}-${weight}-normal.woff2`, fonts))
const plain = [await font('latin', 400), await font('latin', 600)]
const extended = [await font('latin-ext', 400), await font('latin-ext', 600)]

/**
 * Characters that the `latin` fonts may lack. The `latin-ext` fonts are only loaded for these:
 * loading a font takes a tenth of the time of a drawing.
 */
const beyondLatin = /[^\0-\u00FF\u2013\u2014\u2018\u2019\u201C\u201D\u2026]/

/**
 * Headings with a letter of Latin Extended-A, such as `č`. For these the bold font comes first in
 * `extended`: a letter is taken from the first font that has it, whatever its weight.
 */
const extendedHeading = /weight="600"[^>]*>[^<]*[\u0100-\u017F]/

let drawnCommon: Uint8Array | undefined
for (const { file, svg } of missing) {
  let png: Uint8Array
  try {
    png = drawn(svg)
  } catch (error) {
    parentPort!.postMessage(`${file} cannot be drawn, and shows the common picture: ${error}`)
    png = drawnCommon ??= drawn(common)
  }
  // The file gets its final name when it is complete, so that no build reads a part of it.
  const part = path.join(folder, `${file}.part`)
  await writeFile(part, png)
  await rename(part, path.join(folder, file))
}

function drawn(svg: string): Uint8Array {
  // The memory of Resvg is in WebAssembly, where the garbage collector does not free it.
  using held = new DisposableStack()
  const others = extendedHeading.test(svg) ? extended.toReversed() : extended
  const more = beyondLatin.test(svg) ? others : []
  const options = { font: { fontBuffers: [...plain, ...more] } }
  const resvg = held.adopt(new Resvg(svg, options), (it) => it.free())
  return pngOf(held.adopt(resvg.render(), (it) => it.free()))
}
