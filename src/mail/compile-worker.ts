import { parentPort, workerData } from 'node:worker_threads'
import { compileMail } from './compile.ts'
import type { MailKind } from './mails.ts'

const kinds = workerData as readonly MailKind[]
const entries = await Promise.all(kinds.map(async (kind) => [kind, await compileMail(kind)]))
parentPort!.postMessage(Object.fromEntries(entries))
