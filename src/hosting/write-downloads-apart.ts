import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { writeDownloads } from './write-downloads.ts'

// Every product is read, written and forgotten: the heap would only grow for want of a sweep, by
// 200 MB at 10,000 listings.
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/** Writes the files under /data in a thread that ends, and meanwhile a service answers. */
export async function writeDownloadsApart(
  ...what: Parameters<typeof writeDownloads>
): Promise<void> {
  const worker = new Worker(new URL('./downloads-worker.ts', import.meta.url), {
    workerData: what,
    resourceLimits,
  })
  // `once` throws what the thread throws.
  await once(worker, 'exit')
}
