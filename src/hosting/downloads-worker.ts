import { workerData } from 'node:worker_threads'
import { writeDownloads } from './write-downloads.ts'

// The thread of ./write-downloads-apart.ts.
await writeDownloads(...(workerData as Parameters<typeof writeDownloads>))
