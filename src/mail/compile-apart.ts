import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type MailKind, type MailTemplates, mailKinds } from './mails.ts'

let mails: Promise<MailTemplates> | undefined

/**
 * Compiles the templates, once in a process, in a thread that ends: MJML holds 100 MB for as long as
 * whoever loaded it lives, and a service that rebuilds lives for months.
 */
export function compileMailsApart(): Promise<MailTemplates> {
  return (mails ??= compileInThread(mailKinds))
}

const compiled = new Map<MailKind, Promise<string>>()

/** One of them, when a mail of its kind leaves: a command sends one kind or none. */
export function compileMailApart(kind: MailKind): Promise<string> {
  const template =
    compiled.get(kind) ?? (mails ?? compileInThread([kind])).then((templates) => templates[kind])
  compiled.set(kind, template)
  return template
}

async function compileInThread(kinds: readonly MailKind[]): Promise<MailTemplates> {
  const worker = new Worker(new URL('./compile-worker.ts', import.meta.url), { workerData: kinds })
  // `once` throws what the thread throws.
  const [templates] = (await once(worker, 'message')) as [MailTemplates]
  await worker.terminate()
  return templates
}
