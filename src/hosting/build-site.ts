import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Content } from '#content-files/load.ts'
import type { Db } from '#db/connect.ts'
import { holderOf, releaseLock, takeLock } from '#process-lock.ts'
import { writeBuildInputs } from './build-inputs.ts'
import { drawPictures, placePictures, planPictures } from './draw-pictures.ts'
import { writeDownloads } from './write-downloads.ts'

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
  try {
    const began = performance.now()
    const inputs = await writeBuildInputs(generated, { db, content, site })
    const pictures = path.join(generated, 'pictures')
    const plan = await planPictures(
      { ...inputs, manifest: path.join(generated, 'pictures.json'), kept: pictures },
      content,
    )
    const downloads = path.join(generated, 'data')
    await rm(downloads, { recursive: true, force: true })
    const output = path.join(root, '.vercel', 'output')
    // What Astro begins to replace is nobody's to take any more, also when this build is killed.
    await rm(manifestOf(output), { force: true })
    // Pages are made in another process; the files that need none of it are written meanwhile.
    const lock = path.join(root, 'package-lock.json')
    const written = Promise.all([
      writeDownloads(downloads, inputs, { site, lock }),
      drawPictures(pictures, plan.missing),
    ])
    // It may fail long before Astro is done, and a failure that nobody waits for ends the process.
    const ended = written.catch(() => {})
    // Whatever fails, nobody writes here any more when the next build begins.
    await runAstro(root, site, signal).finally(() => ended)
    await written
    await placePictures(pictures, plan.files, path.join(output, 'static', 'og'))
    await placeDownloads(downloads, path.join(output, 'static', 'data'))
    return await keep({
      output,
      pages: await countPages(path.join(output, 'static')),
      milliseconds: performance.now() - began,
      cursor: inputs.cursor,
    })
  } finally {
    await release()
  }
}

// Beside the page about them. The manifest is the last: whoever takes the output looks for it.
async function placeDownloads(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  const names = (await readdir(from)).filter((name) => name !== manifestName)
  for (const name of [...names, manifestName])
    await rename(path.join(from, name), path.join(to, name))
}
const manifestName = 'index.json'
const manifestOf = (output: string) => path.join(output, 'static', 'data', manifestName)

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
  // A build takes the manifest away before all else and puts its own there when it is done.
  const madeAs = () => {
    const manifest = statSync(manifestOf(output), { bigint: true, throwIfNoEntry: false })
    return manifest && `${manifest.ino} ${manifest.mtimeNs}`
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

// Left to itself the heap grows to twice of what pages need before it is swept: 10,000 listings take
// 250 MB more, and are done a tenth sooner.
const heapOfAstro = '--max-old-space-size=512'

// A process of its own: Astro keeps what it loaded, and a service that rebuilds for months must
// not.
async function runAstro(
  root: string,
  site: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const manifest = createRequire(path.join(root, 'package.json')).resolve('astro/package.json')
  const { bin } = createRequire(import.meta.url)(manifest) as { bin: { astro: string } }
  const astro = [heapOfAstro, path.join(path.dirname(manifest), bin.astro), 'build']
  const child = spawn(process.execPath, astro, {
    cwd: root,
    env: { ...process.env, SITE_URL: site, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => (printed += String(data)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`astro build failed:\n${printed.slice(-4000)}`)
}

async function countPages(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true })
  return files.filter((file) => file.endsWith('.html')).length
}
