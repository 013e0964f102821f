import { once } from 'node:events'
import { copyFile, link, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { openBuiltCatalog } from '#catalog/built.ts'
import { addresses } from '#core/addresses.ts'
import {
  type NamedPicture,
  commonPicture,
  pictureFile,
  pictureSvg,
  pictureWords,
} from '#exports/picture.ts'
import { type PictureContent, pagePictures } from './page-pictures.ts'

/** The file name of a picture and its content as SVG. */
export interface Drawing {
  file: string
  svg: string
}

/** The most pictures that a build draws, about 40 ms each. Further pages get the common one. */
const mostDrawn = 2_000

/**
 * Selects the pictures of a build, and writes the manifest of which page has which picture. `kept`
 * is the folder with the pictures of earlier builds, whose names contain a hash of the SVG: these
 * have drawn all `files`, except `missing`.
 */
export async function planPictures(
  { catalog: file, manifest, kept }: { catalog: string; manifest: string; kept: string },
  content: PictureContent,
  most = mostDrawn,
): Promise<{ files: string[]; missing: Drawing[] }> {
  await mkdir(kept, { recursive: true })
  const known = new Set(await readdir(kept))
  const named: Record<string, NamedPicture> = {}
  const common = pictureSvg(commonPicture)
  const all: Drawing[] = [{ file: pictureFile('proofstack', common), svg: common }]
  const isNew = ({ file: name }: Drawing) => !known.has(name)
  const missing = all.filter(isNew)
  const catalog = openBuiltCatalog(file, addresses(''))
  try {
    for (const [page, picture] of pagePictures(catalog, content)) {
      const svg = pictureSvg(picture)
      const drawing = { file: pictureFile(page.slice(1).replaceAll('/', '-') || 'home', svg), svg }
      if (isNew(drawing)) {
        if (missing.length >= most) continue
        missing.push(drawing)
      }
      all.push(drawing)
      named[page] = { src: `/og/${drawing.file}`, alt: pictureWords(picture) }
    }
  } finally {
    catalog.close()
  }
  await writeFile(manifest, JSON.stringify(named))
  return { files: all.map(({ file: name }) => name), missing }
}

/**
 * Draws the missing pictures in a thread, so that the service keeps answering and the memory of the
 * fonts is freed. If a picture cannot be drawn, the common one takes its place; the build goes on.
 */
export async function drawPictures(kept: string, missing: readonly Drawing[]): Promise<void> {
  if (missing.length === 0) return
  const common = pictureSvg(commonPicture)
  const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), {
    workerData: { folder: kept, common, missing },
  })
  worker.on('message', (problem: string) => console.error(problem))
  // `once` throws the error that the thread throws.
  const [code] = (await once(worker, 'exit')) as [number]
  if (code !== 0) throw new Error(`the thread that draws pictures ended with ${code}`)
}

/** Adds the pictures of a build to its files, and removes stored ones that no page of it shows. */
export async function placePictures(
  kept: string,
  files: readonly string[],
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const file of files) {
    const [from, to] = [path.join(kept, file), path.join(folder, file)]
    // A hard link if the disk allows it, otherwise a copy.
    await link(from, to).catch(() => copyFile(from, to))
  }
  const shown = new Set(files)
  const gone = (await readdir(kept)).filter((name) => !shown.has(name))
  await Promise.all(gone.map((name) => rm(path.join(kept, name), { force: true })))
}
