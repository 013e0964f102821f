import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'

// Limits of the V8 heap in MB. Without them the heap grows to twice what the pages need (250 MB at
// 10,000 listings). The data of a page are garbage once it is written, and young garbage is cheap
// to collect: with 16 MB of young space instead of 64 MB a build takes a tenth longer.
const heapOfAstro = ['--max-old-space-size=640', '--max-semi-space-size=64']

/**
 * Runs Astro in a process of its own, because Astro never frees loaded modules and the service
 * rebuilds for months. It bundles the code; the pages are made after `makePages` is called.
 */
export function startAstro(
  root: string,
  site: string,
  { signal, onPages }: { signal?: AbortSignal | undefined; onPages?: OnPages | undefined },
) {
  const manifest = createRequire(path.join(root, 'package.json')).resolve('astro/package.json')
  const { bin } = createRequire(import.meta.url)(manifest) as { bin: { astro: string } }
  const astro = [...heapOfAstro, path.join(path.dirname(manifest), bin.astro), 'build']
  const child = spawn(process.execPath, astro, {
    cwd: root,
    env: { ...process.env, SITE_URL: site, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal,
  })
  const ended = endOf(child, onPages)
  // An error before `makePages` awaits the process must not be an unhandled rejection.
  ended.catch(() => {})
  return {
    /** Signals that the data of the pages are complete, and waits for the pages. */
    makePages: async () => {
      // If the process has failed, nothing is sent; awaiting `ended` then throws the reason.
      if (child.connected) child.send('go on', () => {})
      await ended
    },
    /** Ends the process if it runs, so that it writes no more files. */
    stop: async () => {
      child.kill()
      await ended.catch(() => {})
    },
  }
}

/** Called every five seconds with the number of pages so far, once there is one. */
export type OnPages = (pages: number) => void

/** How Astro prints that a page is made. */
const madePage = /─ \/\S*\.html /g

async function endOf(child: ChildProcess, onPages: OnPages = () => {}): Promise<void> {
  let printed = ''
  const telling = setInterval(() => {
    const pages = printed.match(madePage)?.length ?? 0
    if (pages > 0) onPages(pages)
  }, 5_000)
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => (printed += String(data)))
  const closed = once(child, 'close').finally(() => clearInterval(telling))
  const [code] = (await closed) as [number | null]
  if (code !== 0) throw new Error(`astro build failed:\n${printed.slice(-4000)}`)
}

/**
 * Runs in the process of Astro, and waits for the message to make the pages. Returns at once in a
 * manual `astro build`, whose process has no message channel to a parent.
 */
export async function toldToMakePages(): Promise<void> {
  if (!process.send) return
  await new Promise<void>((resolve, reject) => {
    process.once('message', () => resolve())
    process.once('disconnect', () => reject(new Error('the build that began this one has ended')))
  })
  process.disconnect()
}
