import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { MailTemplates } from './mails.ts'

let mails: Promise<MailTemplates> | undefined

/**
 * Compiles the templates, once in a process, in a thread that ends: MJML holds 100 MB for as long as whoever loaded it
 * lives, and a service that rebuilds lives for months.
 */
export function compileMailsApart(): Promise<MailTemplates> {
  return (mails ??= compileInThread())
}

async function compileInThread(): Promise<MailTemplates> {
  const worker = new Worker(new URL('./compile-worker.ts', import.meta.url))
  // `once` throws what the thread throws.
  const [templates] = (await once(worker, 'message')) as [MailTemplates]
  await worker.terminate()
  return templates
}
