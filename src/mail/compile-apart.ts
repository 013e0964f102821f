import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { MailTemplates } from './mails.ts'

let mails: Promise<MailTemplates> | undefined

/**
 * Compiles all mail templates, once in a process, in a worker thread that then ends: MJML holds 100
 * MB of memory, and a service that rebuilds its site runs for months.
 */
export function compileMailsApart(): Promise<MailTemplates> {
  return (mails ??= compileInThread())
}

async function compileInThread(): Promise<MailTemplates> {
  const worker = new Worker(new URL('./compile-worker.ts', import.meta.url))
  // `once` rejects if the thread fails.
  const [templates] = (await once(worker, 'message')) as [MailTemplates]
  await worker.terminate()
  return templates
}
