import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { MailKind } from './mails.ts'

const compiled = new Map<MailKind, Promise<string>>()

/**
 * Compiles the MJML template of one kind of mail to HTML, once in a process. Only builds, commands
 * and tests call this: MJML is large and slow to load.
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
  // `fonts: {}`: MJML would load Roboto from Google, which would learn who opens our mails.
  const { html } = await mjml2html(
    frame.replace('<!-- content -->', () => content),
    { filePath: templateFile(kind), ignoreIncludes: false, validationLevel: 'strict', fonts: {} },
  )
  return html
}

function templateFile(name: string): string {
  return fileURLToPath(new URL(`./templates/${name}.mjml`, import.meta.url))
}
