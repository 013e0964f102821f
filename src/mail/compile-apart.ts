import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type MailKind, type MailTemplates, mailKinds } from './mails.ts'

let mails: Promise<MailTemplates> | undefined

/**
 * Compiles all mail templates, once in a process, in a worker thread that then ends: MJML holds 100
 * MB of memory, and a service that rebuilds its site runs for months.
 */
export function compileMailsApart(): Promise<MailTemplates> {
  return (mails ??= compileInThread(mailKinds))
}

const compiled = new Map<MailKind, Promise<string>>()

/** Compiles one mail template, once in a process: a command sends mails of one kind or none. */
export function compileMailApart(kind: MailKind): Promise<string> {
  const template =
    compiled.get(kind) ?? compileInThread([kind]).then((templates) => templates[kind])
  compiled.set(kind, template)
  return template
}

async function compileInThread(kinds: readonly MailKind[]): Promise<MailTemplates> {
  const worker = new Worker(new URL('./compile-worker.ts', import.meta.url), { workerData: kinds })
  // `once` rejects if the thread fails.
  const [templates] = (await once(worker, 'message')) as [MailTemplates]
  await worker.terminate()
  return templates
}
