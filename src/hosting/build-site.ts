import { rmSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Content } from '#content-files/load.ts'
import type { Db } from '#db/connect.ts'
import { holderOf, releaseLock, takeLock } from '#process-lock.ts'
import { astroBuild } from './astro-build.ts'
import { digestsOf, writeDigests } from './build-digests.ts'
import { writeBuildInputs } from './build-inputs.ts'
import { drawPictures, placePictures, planPictures } from './draw-pictures.ts'
import { writeDownloadsApart } from './write-downloads-apart.ts'

export interface Build {
  /** The Build Output API folder. */
  output: string
  pages: number
  milliseconds: number
  /** The latest moment at which a listing changed for readers that is in the build. */
  cursor: Date
}

/**
 * Builds the site from one consistent read of the database into `.vercel/output` under `root`.
 * `keep` runs before another build may begin there, so that it can take the output away. Only one
 * build runs in a checkout at a time; others wait.
 */
export async function buildSite<T>(
  input: { root: string; db: Db; content: Content; site: string; signal?: AbortSignal },
  keep: (build: Build) => Promise<T>,
): Promise<T> {
  const { root, db, content, site, signal } = input
  const generated = path.join(root, '.generated')
  await mkdir(generated, { recursive: true })
  const release = await takeTurn(path.join(generated, 'build.pid'), signal)
  const astro = astroBuild(root, site, signal)
  try {
    const began = performance.now()
    const output = path.join(root, '.vercel', 'output')
    // Until the database has answered, what another build left is nobody's to take away.
    const inputs = await writeBuildInputs(generated, { db, content, site }, () => {
      // What Astro begins to replace is nobody's to take any more, also when this build is killed.
      rmSync(digestsOf(output), { force: true })
      astro.begin()
    })
    const pictures = path.join(generated, 'pictures')
    const plan = await planPictures(
      { ...inputs, manifest: path.join(generated, 'pictures.json'), kept: pictures },
      content,
    )
    const downloads = path.join(generated, 'data')
    await rm(downloads, { recursive: true, force: true })
    // Pages are made in another process; the files that need none of it are written meanwhile.
    const lock = path.join(root, 'package-lock.json')
    const written = Promise.all([
      writeDownloadsApart(downloads, inputs, { site, lock }),
      drawPictures(pictures, plan.missing),
    ])
    // It may fail long before Astro is done, and a failure that nobody waits for ends the process.
    const ended = written.catch(() => {})
    // Whatever fails, nobody writes here any more when the next build begins.
    await astro.makePages().finally(() => ended)
    await written
    await placePictures(pictures, plan.files, path.join(output, 'static', 'og'))
    await placeDownloads(downloads, path.join(output, 'static', 'data'))
    await writeDigests(output)
    return await keep({
      output,
      pages: await countPages(path.join(output, 'static')),
      milliseconds: performance.now() - began,
      cursor: inputs.cursor,
    })
  } finally {
    await astro.stop()
    await release()
  }
}

// Beside the page about them.
async function placeDownloads(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from)) await rename(path.join(from, name), path.join(to, name))
}

/**
 * Gives what `npm run build` left in the checkout to `keep`, if it left anything whole. A build that
 * is under way is waited for; where this process cannot write, it cannot keep another from beginning,
 * and `isStill` says whether what was given is there as it was.
 */
export async function takeOutput(
  root: string,
  keep: (output: string, isStill: () => boolean) => Promise<void>,
): Promise<void> {
  const output = path.join(root, '.vercel', 'output')
  // A build takes the digests away before all else and puts its own there when it is done.
  const madeAs = () => {
    const digests = statSync(digestsOf(output), { bigint: true, throwIfNoEntry: false })
    return digests && `${digests.ino} ${digests.mtimeNs}`
  }
  if (madeAs() === undefined) return
  const release = await takeTurn(path.join(root, '.generated', 'build.pid'), undefined).catch(
    (error: NodeJS.ErrnoException) => {
      if (!cannotBeWritten.has(error.code ?? '')) throw error
      // Where this process cannot write, it cannot be in the way of a build either.
      return async () => {}
    },
  )
  try {
    const made = madeAs()
    if (made !== undefined) await keep(output, () => madeAs() === made)
  } finally {
    await release()
  }
}

/** What a system says of a folder that is somebody else's, or of a disk that is only read. */
const cannotBeWritten = new Set(['EACCES', 'EPERM', 'EROFS'])

async function takeTurn(
  file: string,
  signal: AbortSignal | undefined,
): Promise<() => Promise<void>> {
  while (!takeLock(file)) {
    signal?.throwIfAborted()
    if (holderOf(file) === process.pid) throw new Error('a process may run one build at a time')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return async () => releaseLock(file)
}

async function countPages(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true })
  return files.filter((file) => file.endsWith('.html')).length
}
