import { once } from 'node:events'
import { rmSync, statSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Content } from '#content-files/load.ts'
import type { Db } from '#db/connection/connect.ts'
import { keyDirectory, keyDirectoryPath, publicKey, signingKey } from '#core/signing-key.ts'
import { holderOf, releaseLock, takeLock } from '#process-lock.ts'
import { type OnPages, startAstro } from './astro-build.ts'
import { digestsOf, writeDigests } from './build-digests.ts'
import { writeBuildInputs } from './build-inputs.ts'
import type { keptBuilds } from './kept-builds.ts'
import { packCli } from './pack-cli.ts'
import { drawPictures, placePictures, planPictures } from './draw-pictures.ts'
import { type writeDownloads, keyFile } from './write-downloads.ts'

export interface Build {
  /** The Build Output API folder. */
  output: string
  pages: number
  milliseconds: number
  /** The time of the latest public change of a listing that is in the build. */
  cursor: Date
}

/**
 * Builds the site from one consistent read of the database into `.vercel/output` under `root`. Only
 * one build runs in a checkout at a time: the next one starts when `keep`, which may move the
 * output, is done.
 */
export async function buildSite<T>(
  input: {
    root: string
    db: Db
    content: Content
    site: string
    /** The secret from which the key that signs the manifest of /data is derived. */
    secret: string
    signal?: AbortSignal
    onPages?: OnPages
  },
  keep: (build: Build) => Promise<T>,
): Promise<T> {
  const { root, db, content, site, secret, signal } = input
  const generated = path.join(root, '.generated')
  await mkdir(generated, { recursive: true })
  const release = await takeTurn(path.join(generated, 'build.pid'), signal)
  let astro = undefined as ReturnType<typeof startAstro> | undefined
  try {
    const began = performance.now()
    const output = path.join(root, '.vercel', 'output')
    // Astro starts only after the database has answered. If the database fails, the output of the
    // previous build stays usable.
    const inputs = await writeBuildInputs(generated, { db, content, site }, () => {
      // Astro is about to replace the output. Without its digests no server takes the output, even
      // if this build is killed halfway.
      rmSync(digestsOf(output), { force: true })
      astro = startAstro(root, site, input)
    })
    const cli = path.join(generated, 'cli')
    await rm(cli, { recursive: true, force: true })
    const packed = await packCli(cli, {
      site,
      tools: content.tools.map(({ slug, value }) => ({ slug, ...value })),
      key: publicKey(signingKey(secret, 'manifest of /data')),
    })
    // The pages print the address.
    await writeFile(path.join(generated, 'cli.json'), JSON.stringify(packed))
    const pictures = path.join(generated, 'pictures')
    const plan = await planPictures(
      { ...inputs, manifest: path.join(generated, 'pictures.json'), kept: pictures },
      content,
    )
    const downloads = path.join(generated, 'data')
    await rm(downloads, { recursive: true, force: true })
    // Downloads and pictures are written while the process of Astro makes the pages.
    const lock = path.join(root, 'package-lock.json')
    const written = Promise.all([
      writeDownloadsApart(downloads, inputs, { site, lock, secret }),
      drawPictures(pictures, plan.missing),
    ])
    // Also caught here: an unhandled rejection before Astro is done would end the process.
    const ended = written.catch(() => {})
    // Waits for the others, too, if Astro fails: nothing may be written into the next build.
    await astro!.makePages().finally(() => ended)
    await written
    const statics = path.join(output, 'static')
    await placePictures(pictures, plan.files, path.join(statics, 'og'))
    // The folder /data already exists in the output: it has the page about the files.
    const data = path.join(statics, 'data')
    await mkdir(data, { recursive: true })
    await rename(path.join(downloads, keyFile), path.join(statics, '.well-known', keyFile))
    await writeFile(path.join(statics, keyDirectoryPath), JSON.stringify(keyDirectory(secret)))
    for (const name of await readdir(downloads))
      await rename(path.join(downloads, name), path.join(data, name))
    await cp(cli, statics, { recursive: true })
    await writeDigests(output)
    const pages = await readdir(statics, { recursive: true })
    return await keep({
      output,
      pages: pages.filter((name) => name.endsWith('.html')).length,
      milliseconds: performance.now() - began,
      cursor: inputs.cursor,
    })
  } finally {
    await astro?.stop()
    release()
  }
}

/**
 * Makes the output of `npm run build` in the checkout the only kept build, if it is complete. Waits
 * for a running build. If this process cannot write to the checkout, it cannot lock out other
 * builds, so it looks whether the output is still the same.
 */
export async function takeOutput(
  root: string,
  { keep, removeOthers }: ReturnType<typeof keptBuilds>,
): Promise<void> {
  const output = path.join(root, '.vercel', 'output')
  // The version of the output by its digests file, which a build removes first and writes last.
  const version = () => {
    const digests = statSync(digestsOf(output), { bigint: true, throwIfNoEntry: false })
    return digests && `${digests.ino} ${digests.mtimeNs}`
  }
  if (version() === undefined) return
  const turn = takeTurn(path.join(root, '.generated', 'build.pid'))
  const release = await turn.catch((error: NodeJS.ErrnoException) => {
    if (!cannotBeWritten.has(error.code ?? '')) throw error
    // Without write access this process needs no lock: it cannot disturb a build.
    return () => {}
  })
  try {
    const taken = version()
    if (taken !== undefined) await removeOthers(await keep(output, () => version() === taken))
  } finally {
    release()
  }
}

// Limits of the heap of the thread. A product is garbage once it is written; without limits the heap
// would grow by 200 MB at 10,000 listings before that garbage is collected.
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/** Writes the files under /data in a thread, so that the service keeps answering requests. */
async function writeDownloadsApart(...workerData: Parameters<typeof writeDownloads>) {
  const options = { workerData, resourceLimits }
  // `once` throws the error that the thread throws.
  await once(new Worker(new URL('./downloads-worker.ts', import.meta.url), options), 'exit')
}

/** Error codes of a folder that belongs to another user, and of a read-only disk. */
const cannotBeWritten = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Waits until no other build runs. Returns a function that lets the next one run. */
async function takeTurn(file: string, signal?: AbortSignal): Promise<() => void> {
  while (!takeLock(file)) {
    signal?.throwIfAborted()
    if (holderOf(file) === process.pid) throw new Error('a process may run one build at a time')
    await sleep(200)
  }
  return () => releaseLock(file)
}
