import { packageUrl } from '#core/package-url.ts'
import { type Finding, isForDevelopment } from './finding.ts'
import { requirementOf } from './requirement.ts'

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
    const [begin = '', name] = /^gem\s*(?:\(\s*)?["']([\w.-]+)["']/.exec(code) ?? []
    if (name === undefined || /[,\s]path:\s|:path\s*=>/.test(code)) return []
    const kind = isWithin || namesDevelopment(groupOf(code)) ? 'dev' : 'required'
    const requirement = requirementOf(versionsIn(code.slice(begin.length)))
    return [{ package: packageUrl('gem', name), line: index + 1, kind, requirement }]
  })
}

/** The versions after the name of a gem, such as `, "~> 7.1", ">= 7.1.2", require: false`. */
function versionsIn(parts: string): string {
  const versions = parts
    .split(',')
    .slice(1)
    .map((part) => /^\s*["']([^"']*)["']/.exec(part)?.[1])
  const end = versions.indexOf(undefined)
  return versions.slice(0, end === -1 ? undefined : end).join(', ')
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
