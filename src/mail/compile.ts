import { readFile } from 'node:fs/promises'
import type { MailKind, MailTemplate } from './mails.ts'

const compiled = new Map<MailKind, Promise<MailTemplate>>()

/**
 * Compiles the MJML template of one kind of mail, once in a process. Only builds, commands and tests
 * call this: MJML is large and slow to load.
 */
export function compileMail(kind: MailKind): Promise<MailTemplate> {
  const template = compiled.get(kind) ?? compile(kind)
  compiled.set(kind, template)
  return template
}

async function compile(kind: MailKind): Promise<MailTemplate> {
  const { default: mjml2html } = await import('mjml')
  const [frame, content, manage] = await Promise.all(['frame', kind, 'manage'].map(readTemplate))
  const whole = frame!
    .replace('<!-- content -->', () => content!)
    .replace('<!-- manage -->', () => manage!)
  // `fonts: {}`: MJML would load Roboto from Google, which would learn who opens our mails.
  const { html } = await mjml2html(whole, { validationLevel: 'strict', fonts: {} })
  return { html, text: plainText(whole) }
}

/**
 * The plain text of a template: a paragraph for each element. An address is below its label; it and
 * quotes are right below a sentence that ends with a colon.
 */
function plainText(mjml: string): string {
  const [, column = ''] = /<mj-column>(.*)<\/mj-column>/s.exec(mjml) ?? []
  return column
    .replace(/\s*\n\s*/g, '')
    .replace(/:<\/mj-text><mj-button href="(.+?)">.+?<\/mj-button>/g, ':\n$1\n\n')
    .replace(/: <a href="(.+?)">\1<\/a>/g, ':\n$1')
    .replace(/<(a|mj-button) href="(.+?)">(.+?)<\/\1>/g, '$3:\n$2</$1>')
    .replace(/<\/a>\. |(?<=:)<\/mj-text>/g, '\n')
    .replace(/<\/mj-(?:text|button)>/g, '\n\n')
    .replace(/<(?!!--)[^>]+>/g, '')
}

function readTemplate(name: string): Promise<string> {
  return readFile(new URL(`./templates/${name}.mjml`, import.meta.url), 'utf8')
}
