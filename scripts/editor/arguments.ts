import { parseArgs } from 'node:util'
import type { Session } from './session.ts'

const options = {
  yes: { type: 'boolean', about: 'do not ask' },
  json: { type: 'boolean', about: 'print JSON, for scripts' },
  help: { type: 'boolean', about: 'print this' },
  as: {
    type: 'string',
    about: 'who decides, for the audit (default: the user of this machine)',
  },
  reason: { type: 'string', about: 'why; the submitter gets it by mail' },
  evidence: { type: 'string', about: 'what was looked at and what it shows; public' },
  notes: { type: 'string', about: 'a remark; public' },
  state: { type: 'boolean', about: 'only say how builds stand' },
} as const satisfies Record<string, { type: 'boolean' | 'string'; about: string }>

type OptionName = keyof typeof options

export type Values = {
  [O in OptionName]?: (typeof options)[O]['type'] extends 'boolean' ? boolean : string
}

/** One command of an editor. `words` are the arguments it needs; `rest` takes one or more others. */
export interface Command {
  about: string
  words: readonly string[]
  rest?: string
  options: readonly OptionName[]
  /** What is wrong with the arguments, before anything is opened. */
  check?: (words: readonly string[], values: Values) => string | undefined
  run: (session: Session, words: readonly string[]) => Promise<number>
}

/** Options of every decision. */
export const deciding = ['yes', 'as'] as const

export type Read =
  | { kind: 'run'; command: Command; words: string[]; values: Values }
  | { kind: 'help'; text: string }
  | { kind: 'misuse'; sentence: string; help: string; isJson: boolean }

/**
 * Reads the arguments of a command. What it does not know, it refuses: an argument that is dropped
 * would be a decision that nobody took.
 */
export function readArguments(
  argv: readonly string[],
  commands: Readonly<Record<string, Command>>,
): Read {
  const { tokens, values, positionals } = parseArgs({
    args: [...argv],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const [name, ...words] = positionals
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  const help = name && command ? commandHelp(name, command) : overview(commands)
  const misuse = (sentence: string): Read => ({
    kind: 'misuse',
    sentence,
    help,
    isJson: values['json'] === true,
  })
  if (values['help'] === true && (command || name === undefined))
    return { kind: 'help', text: help }
  if (name === undefined) return misuse('Name a command.')
  if (!command) return misuse(`There is no command ${JSON.stringify(name)}.`)

  const known = new Set<string>([...command.options, 'json', 'help'])
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    if (!known.has(token.name)) return misuse(`${name} has no option ${token.rawName}.`)
    const { type } = options[token.name as OptionName]
    if (type === 'string' && token.value === undefined)
      return misuse(`${token.rawName} needs a value.`)
    if (type === 'boolean' && token.value !== undefined)
      return misuse(`${token.rawName} takes no value.`)
  }
  const missing =
    command.words[words.length] ??
    (words.length === command.words.length ? command.rest : undefined)
  if (missing !== undefined) return misuse(`Name the ${missing}.`)
  if (!command.rest && words.length > command.words.length)
    return misuse(`${name} takes no ${JSON.stringify(words[command.words.length])}.`)
  // Checked above, option by option.
  const checked = values as Values
  const problem = command.check?.(words, checked)
  return problem === undefined ? { kind: 'run', command, words, values: checked } : misuse(problem)
}

function overview(commands: Readonly<Record<string, Command>>): string {
  const lines = Object.entries(commands).map(
    ([name, command]) =>
      `  npm run editor -- ${signature(name, command).padEnd(34)} ${command.about}`,
  )
  return `Reviews submissions. It works while the server runs and while it does not.\n\n${lines.join('\n')}\n\nEach has --json and --help, which says more.\nExit codes: 0 done, 1 not done, 2 wrong use.`
}

function commandHelp(name: string, command: Command): string {
  const lines = [...command.options, 'json' as const, 'help' as const].map((option) => {
    const { type, about } = options[option]
    return `  ${`--${option}${type === 'string' ? ' "…"' : ''}`.padEnd(18)} ${about}`
  })
  return `npm run editor -- ${signature(name, command)}\n\n${command.about}\n\n${lines.join('\n')}`
}

function signature(name: string, { words, rest }: Command): string {
  return [name, ...words.map((word) => `<${word}>`), ...(rest ? [`<${rest}> …`] : [])].join(' ')
}
