import { packageUrl } from '#core/package-url.ts'
import { type Finding, isForDevelopment } from './finding.ts'

/** Gemfile: its gems, each with the groups that it stands in. */
export function readGemfile(text: string): Finding[] {
  let isComment = false
  const blocks: string[] = []
  return text.split('\n').flatMap((line, index): Finding[] => {
    if (/^=begin\b/.test(line)) isComment = true
    if (/^=end\b/.test(line)) isComment = false
    const code = isComment ? '' : line.replace(/(^|\s)#.*$/, '')
    const opened = /^\s*(\w+)\b.*\bdo\s*(?:\|[^|]*\|)?\s*$|^\s*(?:if|unless|case)\b/.exec(code)
    if (opened) blocks.push(code)
    if (/^\s*end\b/.test(code)) blocks.pop()
    const name = /^\s*gem\s*\(?\s*["']([\w.-]+)["']/.exec(code)?.[1]
    if (name === undefined || /[,\s]path:\s|:path\s*=>/.test(code)) return []
    const groups = [...blocks.filter((each) => /^\s*group\b/.test(each)), groupOf(code)].join(' ')
    const kind = isForDevelopment(groups.replace(/\W+/g, '/')) ? 'dev' : 'required'
    return [{ package: packageUrl('gem', name), line: index + 1, kind }]
  })
}

function groupOf(code: string): string {
  return /\bgroups?:\s*(\[[^\]]*\]|:\w+)/.exec(code)?.[1] ?? ''
}
