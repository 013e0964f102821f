import { workerData } from 'node:worker_threads'
import { writeDownloads } from './write-downloads.ts'

// The code of the thread that ./write-downloads-apart.ts starts.
await writeDownloads(...(workerData as Parameters<typeof writeDownloads>))
