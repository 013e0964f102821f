import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { MailKind } from './mails.ts'

const compiled = new Map<MailKind, Promise<string>>()

/**
 * Compiles the MJML template of a kind to HTML, once in a process. MJML is large and slow to load:
 * only builds and scripts call this, never a function.
 */
export function compileMail(kind: MailKind): Promise<string> {
  const template = compiled.get(kind) ?? compile(kind)
  compiled.set(kind, template)
  return template
}

async function compile(kind: MailKind): Promise<string> {
  const { default: mjml2html } = await import('mjml')
  const frame = await readFile(templateFile('frame'), 'utf8')
  const content = await readFile(templateFile(kind), 'utf8')
  // No fonts: MJML would load Roboto from Google as soon as a font-family names it, and so tell
  // Google who opens our mails.
  const options = {
    filePath: templateFile(kind),
    ignoreIncludes: false,
    validationLevel: 'strict',
    fonts: {},
  } as const
  const { html } = await mjml2html(
    frame.replace('<!-- content -->', () => content),
    options,
  )
  return html
}

function templateFile(name: string): string {
  return fileURLToPath(new URL(`./templates/${name}.mjml`, import.meta.url))
}
