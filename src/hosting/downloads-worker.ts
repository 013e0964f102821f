import { workerData } from 'node:worker_threads'
import { writeDownloads } from './write-downloads.ts'

// The code of the thread that ./build-site.ts starts.
await writeDownloads(...(workerData as Parameters<typeof writeDownloads>))
