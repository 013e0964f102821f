import { spawn } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { takeSnapshot } from '#catalog/snapshot.ts'
import type { Content } from '#content-files/load.ts'
import { ownerOf, takeOwnership } from '#db/embedded/data-folder.ts'
import type { Db } from '#db/connect.ts'
import { compileMails } from '#mail/compile.ts'

export interface Build {
  /** The Build Output API folder. */
  output: string
  pages: number
  milliseconds: number
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
    const [{ snapshot, changes, issues }, mails] = await Promise.all([
      takeSnapshot(db, content),
      compileMails(),
    ])
    await writeFile(path.join(generated, 'snapshot.json'), JSON.stringify(snapshot))
    await writeFile(path.join(generated, 'changes.json'), JSON.stringify(changes))
    await writeFile(path.join(generated, 'issues.json'), JSON.stringify(issues))
    await writeFile(path.join(generated, 'docs.json'), JSON.stringify(content.docs))
    await writeFile(path.join(generated, 'mails.json'), JSON.stringify(mails))
    await runAstro(root, site, signal)
    const output = path.join(root, '.vercel', 'output')
    return await keep({
      output,
      pages: await countPages(path.join(output, 'static')),
      milliseconds: performance.now() - began,
    })
  } finally {
    await release()
  }
}

async function takeTurn(
  file: string,
  signal: AbortSignal | undefined,
): Promise<() => Promise<void>> {
  while (!takeOwnership(file)) {
    signal?.throwIfAborted()
    if (ownerOf(file) === process.pid) throw new Error('a process may run one build at a time')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return () => rm(file, { force: true })
}

// A process of its own: Astro keeps what it loaded, and a service that rebuilds for months must
// not.
async function runAstro(
  root: string,
  site: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const manifest = createRequire(path.join(root, 'package.json')).resolve('astro/package.json')
  const { bin } = createRequire(import.meta.url)(manifest) as { bin: { astro: string } }
  const child = spawn(process.execPath, [path.join(path.dirname(manifest), bin.astro), 'build'], {
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
