import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'

// Left to itself the heap grows to twice of what pages need before it is swept: 250 MB at 10,000
// listings. A page is garbage as soon as it is written, and what is swept young costs less: with a
// quarter of this room for the young a build takes a tenth more time.
const heapOfAstro = ['--max-old-space-size=640', '--max-semi-space-size=64']

/**
 * Astro in a process of its own: it keeps what it loaded, and a service that rebuilds for months
 * must not. It bundles what makes the pages, and waits for what they are made from.
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
      // It may fail long before somebody waits for it.
      ended.catch(() => {})
    },
    /** Says that all of what pages are made from is there, and waits for the pages. */
    makePages: async () => {
      // One that has failed cannot be told; its end says why.
      if (child?.connected) child.send('go on', () => {})
      await ended
    },
    /** Ends it if it is still at work, so that nobody writes there any more. */
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

/**
 * Waits, in that process, until it is told to make the pages. `astro build` by hand has nobody to
 * wait for.
 */
export async function toldToMakePages(): Promise<void> {
  if (!process.send) return
  await new Promise<void>((resolve, reject) => {
    process.once('message', () => resolve())
    process.once('disconnect', () => reject(new Error('the build that began this one has ended')))
  })
  process.disconnect()
}
