import { parentPort } from 'node:worker_threads'
import { compileMail } from './compile.ts'
import { mailKinds } from './mails.ts'

const entries = await Promise.all(mailKinds.map(async (kind) => [kind, await compileMail(kind)]))
parentPort!.postMessage(Object.fromEntries(entries))
