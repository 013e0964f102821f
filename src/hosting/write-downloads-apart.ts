import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { writeDownloads } from './write-downloads.ts'

// Products are garbage once they are written. Without a limit the heap would grow by 200 MB at 10,000
// listings before it is collected.
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/** Writes the files under /data in a thread, so that the service keeps answering. */
export async function writeDownloadsApart(
  ...workerData: Parameters<typeof writeDownloads>
): Promise<void> {
  const worker = new Worker(new URL('./downloads-worker.ts', import.meta.url), {
    workerData,
    resourceLimits,
  })
  // `once` throws what the thread throws.
  await once(worker, 'exit')
}
