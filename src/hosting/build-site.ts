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
import { keyFile } from './write-downloads.ts'
import { writeDownloadsApart } from './write-downloads-apart.ts'

export interface Build {
  /** The Build Output API folder. */
  output: string
  pages: number
  milliseconds: number
  /** The time of the latest public change of a listing in the build. */
  cursor: Date
}

/**
 * Builds the site from one consistent read of the database into `.vercel/output` under `root`. One build
 * runs in a checkout at a time; others wait until `keep`, which may move the output, is done.
 */
export async function buildSite<T>(
  input: {
    root: string
    db: Db
    content: Content
    site: string
    /** What the key that signs the manifest of /data is made of. */
    secret: string
    signal?: AbortSignal
  },
  keep: (build: Build) => Promise<T>,
): Promise<T> {
  const { root, db, content, site, secret, signal } = input
  const generated = path.join(root, '.generated')
  await mkdir(generated, { recursive: true })
  const release = await takeTurn(path.join(generated, 'build.pid'), signal)
  const astro = astroBuild(root, site, signal)
  try {
    const began = performance.now()
    const output = path.join(root, '.vercel', 'output')
    // If the database does not answer, the output of the previous build stays usable.
    const inputs = await writeBuildInputs(generated, { db, content, site }, () => {
      // Without digests nothing takes the output that Astro replaces, also if this build is killed.
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
    // Other files are written while another process makes the pages.
    const lock = path.join(root, 'package-lock.json')
    const written = Promise.all([
      writeDownloadsApart(downloads, inputs, { site, lock, secret }),
      drawPictures(pictures, plan.missing),
    ])
    // Caught here too: an unhandled rejection before Astro is done would end the process.
    const ended = written.catch(() => {})
    // After a failure all writing has ended before the next build begins.
    await astro.makePages().finally(() => ended)
    await written
    const statics = path.join(output, 'static')
    await placePictures(pictures, plan.files, path.join(statics, 'og'))
    // The folder already has the page about the files.
    const data = path.join(statics, 'data')
    await mkdir(data, { recursive: true })
    await rename(path.join(downloads, keyFile), path.join(statics, '.well-known', keyFile))
    for (const name of await readdir(downloads))
      await rename(path.join(downloads, name), path.join(data, name))
    await writeDigests(output)
    const pages = await readdir(statics, { recursive: true })
    return await keep({
      output,
      pages: pages.filter((name) => name.endsWith('.html')).length,
      milliseconds: performance.now() - began,
      cursor: inputs.cursor,
    })
  } finally {
    await astro.stop()
    await release()
  }
}

/**
 * Passes the output of `npm run build` in the checkout to `keep`, if it is complete. Waits for a build
 * under way. In a checkout that this process cannot write, another build may replace the output meanwhile:
 * `isStill` says whether it is unchanged.
 */
export async function takeOutput(
  root: string,
  keep: (output: string, isStill: () => boolean) => Promise<void>,
): Promise<void> {
  const output = path.join(root, '.vercel', 'output')
  // A build removes the digests first and writes its own last.
  const version = () => {
    const digests = statSync(digestsOf(output), { bigint: true, throwIfNoEntry: false })
    return digests && `${digests.ino} ${digests.mtimeNs}`
  }
  if (version() === undefined) return
  const release = await takeTurn(path.join(root, '.generated', 'build.pid'), undefined).catch(
    (error: NodeJS.ErrnoException) => {
      if (!cannotBeWritten.has(error.code ?? '')) throw error
      // A process that cannot write cannot disturb a build either.
      return async () => {}
    },
  )
  try {
    const taken = version()
    if (taken !== undefined) await keep(output, () => version() === taken)
  } finally {
    await release()
  }
}

/** Errors for a folder of another user and for a read-only disk. */
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
