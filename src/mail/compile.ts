import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type MailKind, type MailTemplates, mailKinds } from './mails.ts'

/**
 * Compiles the MJML templates to HTML. MJML is large and slow to load: only builds and scripts call
 * this, never a function.
 */
export async function compileMails(): Promise<MailTemplates> {
  const entries = await Promise.all(
    mailKinds.map(async (kind) => [kind, await compile(kind)] as const),
  )
  return Object.fromEntries(entries) as Record<MailKind, string>
}

async function compile(kind: MailKind): Promise<string> {
  const { default: mjml2html } = await import('mjml')
  const file = fileURLToPath(new URL(`./templates/${kind}.mjml`, import.meta.url))
  // No fonts: MJML would load Roboto from Google as soon as a font-family names it, and so tell
  // Google who opens our mails.
  const options = {
    filePath: file,
    ignoreIncludes: false,
    validationLevel: 'strict',
    fonts: {},
  } as const
  const { html } = await mjml2html(await readFile(file, 'utf8'), options)
  return html
}
