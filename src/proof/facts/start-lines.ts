// The first command of a README with which a reader installs or starts the product.
import { isFactValue } from '#contract/resources/facts.ts'
import type { Shown } from './file-facts.ts'
import { type Subject, namesIt } from './subject.ts'

/** Headings of the sections that say how a product is installed or started. */
const startHeading =
  /\b(?:install(?:ation|ing)?|quick[ -]?(?:start|install)|get(?:ting)? started|set[ -]?up|usage|try it|run(?:ning)?|deploy(?:ment|ing)?|self[ -]?host(?:ed|ing)?|docker|how to use)\b/i
/** Headings of sections for those who change the product, update it or leave it. */
const otherHeading =
  /\b(?:develop(?:ment|ers?|ing)?|contribut(?:e|ing|ors?)|build(?:ing)?|from source|tests?|testing|up(?:grad|dat)(?:e|ing)|uninstall(?:ing)?|remov(?:e|ing)|migrat(?:e|ion|ing)|troubleshooting|faq|benchmarks?|examples?|nightly|claude code|plugins?)\b/i
/** The languages of code blocks with commands; the language is often left out. */
const shells = ['', 'sh', 'bash', 'shell', 'zsh', 'console', 'terminal', 'shellscript', 'text']

/** Longer lines, in characters, are skipped: no fact is as long. */
const longest = 400

interface CodeLine {
  text: string
  /** Counted from 1. */
  line: number
}

/** The commands in code blocks of the sections that say how the product is started. */
function commandLines(readme: string): CodeLine[] {
  const found: CodeLine[] = []
  /** The headings around a line, by their level. */
  let headings: string[] = []
  let hasTitle = false
  let fence: { mark: string; isShell: boolean } | undefined
  /** The beginning of a command that goes on in the next line. */
  let begun: CodeLine | undefined
  for (const [index, raw] of readme.split('\n').entries()) {
    const content = raw.length > longest ? '' : raw.replace(/^\s*(?:> ?)?/, '').trimEnd()
    if (fence) {
      if (content.startsWith(fence.mark) && /^[`~]+$/.test(content)) fence = begun = undefined
      else if (fence.isShell) {
        const { text, line }: CodeLine = begun
          ? { text: `${begun.text} ${content}`, line: begun.line }
          : { text: content.replace(/^[$>%] /, ''), line: index + 1 }
        const goesOn = text.endsWith('\\') && text.length <= longest
        begun = goesOn ? { text: text.slice(0, -1).trimEnd(), line } : undefined
        if (!begun) found.push({ text: text.split(' # ', 1)[0]!.trimEnd(), line })
      }
      continue
    }
    const [, mark, language = ''] = /^(`{3,}|~{3,})\s*([\w-]*)/.exec(content) ?? []
    const [, signs = '', level] = /^(?:(#{1,6})\s|<h([1-6])\b)/i.exec(content) ?? []
    const depth = signs.length || Number(level)
    if (mark !== undefined) {
      const isStart =
        headings.some((each) => startHeading.test(each)) &&
        !headings.some((each) => otherHeading.test(each))
      fence = { mark, isShell: isStart && shells.includes(language.toLowerCase()) }
    } else if (depth > 0) {
      headings = headings.slice(0, depth)
      // The first heading is the title of the document, and no section.
      headings[depth] = hasTitle ? content : ''
      hasTitle = true
    }
  }
  return found
}

/** Starts the Compose file of the repository: all its services, not some. */
const composed = /^docker[ -]compose (?:-\S+ \S+\.ya?ml )?up(?: -\S+)*$/
/** What a command is about besides the product: files here, the name of a container, skills. */
const notNamed = /\s(?:-e|--editable|-r|\.|\.\/\S*)(?=\s|$)|\bskills add\b|\.\.\.|\bauth$/

/**
 * The first command that names the product or starts its Compose file; else the one that clones its
 * repository. Other commands install what the product needs.
 */
export function startFacts(readme: string, subject: Subject): Shown[] {
  const lines = commandLines(readme).filter(({ text }) => isFactValue('start', text))
  const named = lines.filter(
    ({ text }) =>
      composed.test(text) ||
      (!notNamed.test(text) && namesIt(text.replace(/--name[ =]\S+/, ''), subject)),
  )
  const first = named.find(({ text }) => !text.startsWith('git clone')) ?? named[0]
  return first ? [{ fact: 'start', value: first.text, line: first.line }] : []
}
