// The first command of a README with which a reader installs or starts the product.
import { isFactValue } from '#contract/resources/facts.ts'
import type { Shown } from './file-facts.ts'
import { readmeLines } from './readme-lines.ts'
import { type Subject, namesIt } from './subject.ts'

/** Headings of the sections that say how a product is installed or started. */
const startHeading =
  /\b(?:install(?:ation|ing)?|quick[ -]?(?:start|install)|get(?:ting)? started|set[ -]?up|usage|try it|run(?:ning)?|deploy(?:ment|ing)?|self[ -]?host(?:ed|ing)?|docker|how to use)\b/i
/** Headings of sections for those who change the product, update it or leave it. */
const otherHeading =
  /\b(?:develop(?:ment|ers?|ing)?|contribut(?:e|ing|ors?)|build(?:ing)?|from source|tests?|testing|up(?:grad|dat)(?:e|ing)|uninstall(?:ing)?|remov(?:e|ing)|migrat(?:e|ion|ing)|troubleshooting|faq|benchmarks?|examples?|nightly|claude code|plugins?)\b/i
/** The languages of code blocks with commands; the language is often left out. */
const shells = ['', 'sh', 'bash', 'shell', 'zsh', 'console', 'terminal', 'shellscript', 'text']

/** Longer commands, in characters, are not joined: no fact is as long. */
const longest = 400
/** In the comment of a command that adds the product to a program of the reader. */
const addsToPrograms = /\b(?:library|SDK)\b/i

interface CodeLine {
  text: string
  line: number
}

/** Whether a section says how a product is installed or started. */
export function isStartSection(headings: readonly string[]): boolean {
  return (
    headings.some((each) => startHeading.test(each)) &&
    !headings.some((each) => otherHeading.test(each))
  )
}

/** The commands in code blocks of the sections that say how the product is started. */
function commandLines(readme: string): CodeLine[] {
  const found: CodeLine[] = []
  /** The beginning of a command that goes on in the next line. */
  let begun: CodeLine | undefined
  for (const { text: content, line: at, headings, code } of readmeLines(readme)) {
    if (code === undefined || !shells.includes(code) || !isStartSection(headings)) {
      begun = undefined
      continue
    }
    const { text, line }: CodeLine = begun
      ? { text: `${begun.text} ${content}`, line: begun.line }
      : { text: content.replace(/^[$>%] /, ''), line: at }
    const goesOn = text.endsWith('\\') && text.length <= longest
    begun = goesOn ? { text: text.slice(0, -1).trimEnd(), line } : undefined
    const [command = '', ...comments] = text.split(' # ')
    if (!begun && !comments.some((each) => addsToPrograms.test(each)))
      found.push({ text: command.trimEnd(), line })
  }
  return found
}

/** Starts the Compose file of the repository: all its services, not some. */
const composed = /^docker[ -]compose (?:-\S+ \S+\.ya?ml )?up(?: -\S+)*$/
/** What a command is about besides the product: files here, the name of a container, skills. */
const notNamed = /\s(?:-e|--editable|-r|\.|\.\/\S*)(?=\s|$)|\bskills add\b|\.\.\.|\bauth$/

/**
 * The first command that names the product or starts its Compose file, unless that file starts only
 * what the product needs; else the one that clones its repository. Other commands install what the
 * product needs.
 */
export function startFacts(readme: string, subject: Subject, composesOthers = false): Shown[] {
  const lines = commandLines(readme).filter(({ text }) => isFactValue('start', text))
  const named = lines.filter(
    ({ text }) =>
      (composed.test(text) && !composesOthers) ||
      (!notNamed.test(text) && namesIt(text.replace(/--name[ =]\S+/, ''), subject)),
  )
  const first = named.find(({ text }) => !text.startsWith('git clone')) ?? named[0]
  return first ? [{ fact: 'start', value: first.text, line: first.line }] : []
}
