import { packageUrl } from '#core/package-url.ts'
import { type Finding, isForDevelopment } from './finding.ts'

/** Reads a Gemfile: its gems. Gems in development groups get the kind `dev`. */
export function readGemfile(text: string): Finding[] {
  let isComment = false
  /** One entry for each open block: whether the block is, or is inside, a development group. */
  const blocks: boolean[] = []
  return text.split('\n').flatMap((line, index): Finding[] => {
    if (/^=begin\b/.test(line)) isComment = true
    if (/^=end\b/.test(line)) isComment = false
    const code = isComment ? '' : line.replace(/(?:^|\s)#[^]*/, '').trim()
    const isWithin = blocks.at(-1) ?? false
    if (opensBlock(code)) blocks.push(isWithin || (/^group\b/.test(code) && namesDevelopment(code)))
    if (/^end\b/.test(code)) blocks.pop()
    const name = /^gem\s*(?:\(\s*)?["']([\w.-]+)["']/.exec(code)?.[1]
    if (name === undefined || /[,\s]path:\s|:path\s*=>/.test(code)) return []
    const kind = isWithin || namesDevelopment(groupOf(code)) ? 'dev' : 'required'
    return [{ package: packageUrl('gem', name), line: index + 1, kind }]
  })
}

function opensBlock(code: string): boolean {
  if (/^(?:if|unless|case)\b/.test(code)) return true
  const isWithParameters = code.length > 1 && code.endsWith('|')
  const head = isWithParameters ? code.slice(0, code.lastIndexOf('|', code.length - 2)) : code
  return /^\w[^]*\bdo$/.test(head.trimEnd())
}

function namesDevelopment(groups: string): boolean {
  return isForDevelopment(groups.replace(/\W+/g, '/'))
}

function groupOf(code: string): string {
  return /\bgroups?:\s*(\[[^[\]]*\]|:\w+)/.exec(code)?.[1] ?? ''
}
