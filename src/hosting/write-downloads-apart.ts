import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { writeDownloads } from './write-downloads.ts'

// Limits of the thread's heap. A product is garbage once it is written; without limits the heap
// would grow by 200 MB at 10,000 listings before that garbage is collected.
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/** Writes the files under /data in a thread, so that the service keeps answering requests. */
export async function writeDownloadsApart(
  ...workerData: Parameters<typeof writeDownloads>
): Promise<void> {
  const worker = new Worker(new URL('./downloads-worker.ts', import.meta.url), {
    workerData,
    resourceLimits,
  })
  // `once` throws the error that the thread throws.
  await once(worker, 'exit')
}
