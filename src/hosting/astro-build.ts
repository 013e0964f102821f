import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'

// Without a limit the heap grows to twice the need of the pages: 250 MB at 10,000 listings. A page is
// garbage as soon as it is written, and young garbage is cheap to collect: with a quarter of this young
// space a build takes a tenth more time.
const heapOfAstro = ['--max-old-space-size=640', '--max-semi-space-size=64']

/**
 * Runs Astro in its own process: it never frees loaded modules, and the service rebuilds for months. It
 * bundles the code of the pages first, then waits for their data.
 */
export function astroBuild(root: string, site: string, signal: AbortSignal | undefined) {
  let child: ChildProcess | undefined
  let ended: Promise<void> | undefined
  return {
    begin: () => {
      const manifest = createRequire(path.join(root, 'package.json')).resolve('astro/package.json')
      const { bin } = createRequire(import.meta.url)(manifest) as { bin: { astro: string } }
      const astro = [...heapOfAstro, path.join(path.dirname(manifest), bin.astro), 'build']
      child = spawn(process.execPath, astro, {
        cwd: root,
        env: { ...process.env, SITE_URL: site, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        signal,
      })
      ended = endOf(child)
      // It may fail before anything awaits it.
      ended.catch(() => {})
    },
    /** Signals that the data of the pages are complete, and waits for the pages. */
    makePages: async () => {
      // A failed process cannot receive the message; `ended` has the reason.
      if (child?.connected) child.send('go on', () => {})
      await ended
    },
    /** Ends a running process, so that it writes no more files. */
    stop: async () => {
      child?.kill()
      await ended?.catch(() => {})
    },
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => (printed += String(data)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`astro build failed:\n${printed.slice(-4000)}`)
}

/** In the process of Astro: waits for the signal to make the pages. A manual `astro build` has no parent. */
export async function toldToMakePages(): Promise<void> {
  if (!process.send) return
  await new Promise<void>((resolve, reject) => {
    process.once('message', () => resolve())
    process.once('disconnect', () => reject(new Error('the build that began this one has ended')))
  })
  process.disconnect()
}
