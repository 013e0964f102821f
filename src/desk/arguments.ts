import { parseArgs } from 'node:util'
import { type OptionName, type TypedOption, type Values, options, optionsOf } from './options.ts'
import type { Session } from './session.ts'

/**
 * One command of an editor. A new one is a file, and a line in ./commands.ts, or in ./file-commands.ts
 * when it needs no database.
 */
export interface Command<S = Session> {
  about: string
  /** More about it, for its --help. */
  more?: string
  /** The arguments it needs. */
  words?: readonly string[]
  /** One that may follow them. */
  optional?: string
  /** One or more others. */
  rest?: string
  options: readonly OptionName[]
  /** Writes mails, whose links need the address of the site. */
  writesMail?: true
  /** What is wrong with the arguments, before anything is opened. */
  check?: (words: readonly string[], values: Values) => string | undefined
  /** 0 done, 1 not done. */
  run: (session: S, words: readonly string[]) => Promise<number>
}

export type Commands<S = Session> = Readonly<Record<string, Command<S>>>

export type Read<S = Session> =
  | { kind: 'run'; command: Command<S>; words: string[]; values: Values }
  /** No command is named. */
  | { kind: 'desk'; values: Values; help: string }
  | { kind: 'help'; text: string }
  | { kind: 'misuse'; sentence: string; help: string; isJson: boolean }

/** What is begun, when the arguments are right. */
export type Begun<S = Session> = Extract<Read<S>, { kind: 'run' | 'desk' }>

/**
 * Reads the arguments of a command. What it does not know, it refuses: an argument that is dropped
 * would be a decision that nobody took.
 */
export function readArguments<S = Session>(
  argv: readonly string[],
  commands: Commands<S>,
): Read<S> {
  const name = commandNamed(argv)
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  const known = optionsOf(command?.options ?? (name === undefined ? ['as'] : []))
  const { tokens, positionals } = parse(argv, known)
  const words = name === undefined ? positionals : positionals.slice(1)
  const help = name && command ? commandHelp(name, command) : overview(commands)
  const isAsked = (flag: string) =>
    tokens.some((token) => token.kind === 'option' && token.name === flag)
  const misuse = (sentence: string): Read<S> => ({
    kind: 'misuse',
    sentence,
    help,
    isJson: isAsked('json'),
  })
  if (isAsked('help') && (command || name === undefined)) return { kind: 'help', text: help }
  if (name !== undefined && !command) return misuse(`There is no command ${JSON.stringify(name)}.`)

  const values: Record<string, boolean | string> = {}
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const option = known.find(({ flag }) => flag === token.name)
    if (!option) return misuse(`${name ?? 'The desk'} has no option ${token.rawName}.`)
    const problem = optionProblem(option, token)
    if (problem) return misuse(problem)
    values[option.name] = option.type === 'boolean' ? true : token.value!
  }
  // Checked above, option by option.
  const checked = values as Values
  if (!command)
    return checked.json ? misuse('Name a command.') : { kind: 'desk', values: checked, help }
  const problem = wordProblem(name!, command, words) ?? command.check?.(words, checked)
  return problem === undefined ? { kind: 'run', command, words, values: checked } : misuse(problem)
}

/** The command that is named, if one is. */
export function commandNamed(argv: readonly string[]): string | undefined {
  return parse(argv, optionsOf(Object.keys(options) as OptionName[])).positionals[0]
}

function parse(argv: readonly string[], known: readonly TypedOption[]) {
  const { tokens, positionals } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(known.map(({ flag, type }) => [flag, { type }])),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  return { tokens, positionals }
}

function optionProblem(
  { type, least }: TypedOption,
  { rawName, value }: { rawName: string; value?: string | undefined },
): string | undefined {
  if (type === 'boolean') return value === undefined ? undefined : `${rawName} takes no value.`
  if (value === undefined) return `${rawName} needs a value.`
  if (least === undefined) return undefined
  return /^\d{1,9}$/.test(value) && Number(value) >= least
    ? undefined
    : `${rawName} is a whole number from ${least} on, not ${JSON.stringify(value)}.`
}

function wordProblem<S>(name: string, command: Command<S>, words: readonly string[]) {
  const { words: needed = [], optional, rest } = command
  const missing = needed[words.length] ?? (words.length === needed.length ? rest : undefined)
  if (missing !== undefined) return `Name the ${missing}.`
  const most = rest ? Infinity : needed.length + (optional ? 1 : 0)
  return words.length > most ? `${name} takes no ${JSON.stringify(words[most])}.` : undefined
}

const exitCodes =
  'Exit codes: 0 done (what could not be told to a builder yet is a warning), 1 not done, 2 wrong use.'

function overview<S>(commands: Commands<S>): string {
  const lines = Object.entries(commands).flatMap(([name, command]) => [
    `  ${signature(name, command)}`,
    `      ${command.about}`,
  ])
  return `Reviews submissions. It works while the server runs and while it does not.

npm run editor                    the desk: the queue and one submission at a time, by keys
npm run editor -- <command> …     one of:

${lines.join('\n')}

Each has --json and --help, which says more; \`npm run -s\` prints nothing else. Settings are read
from .env, or from the file that --env names; what the environment says goes before it.
${exitCodes}`
}

function commandHelp<S>(name: string, command: Command<S>): string {
  const lines = optionsOf(command.options).map(
    ({ flag, type, about }) =>
      `  ${`--${flag}${type === 'string' ? ' "…"' : ''}`.padEnd(18)} ${about}`,
  )
  const parts = [
    `npm run editor -- ${signature(name, command)}`,
    command.about,
    ...(command.more ? [command.more] : []),
    ...(command.rest === 'slug'
      ? ['Several slugs are decided one after another; with --json that prints a list.']
      : []),
    lines.join('\n'),
    exitCodes,
  ]
  return parts.join('\n\n')
}

function signature<S>(name: string, { words = [], optional, rest }: Command<S>): string {
  return [
    name,
    ...words.map((word) => `<${word}>`),
    ...(optional ? [`[${optional}]`] : []),
    ...(rest ? [`<${rest}> …`] : []),
  ].join(' ')
}
