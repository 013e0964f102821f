import { parseArgs } from 'node:util'
import { type OptionName, type TypedOption, type Values, options, optionsOf } from './options.ts'

/**
 * A command that editors type, such as `approve`. All commands are listed in desk/commands.ts
 * and, if they need no database, in ./file-commands.ts.
 */
export interface Command<S> {
  about: string
  /** Text that --help prints below `about`. */
  more?: string | undefined
  /** The arguments: `<needed>`, `[optional]`; the last may be repeated: `<slug> …`, `[slug …]`. */
  takes?: string
  options?: readonly OptionName[]
  /** The command writes mails. Their links need the public URL of the site. */
  writesMail?: true
  /** Checks the arguments before the database is opened. Returns a sentence about a problem. */
  check?: (words: readonly string[], values: Values) => string | undefined
  /** Returns the exit code: 0 if the command did its work, 1 if not. */
  run: (session: S, words: readonly string[]) => Promise<number>
}

/** The arguments of a command that decides on several listings, one after another. */
export const severalSlugs = '<slug> …'

export type Commands<S> = Readonly<Record<string, Command<S>>>

export type Read<S> =
  | { kind: 'run'; name: string; command: Command<S>; words: readonly string[]; values: Values }
  | { kind: 'help'; text: string }
  | { kind: 'misuse'; sentence: string; help: string; isJson: boolean }

/** The result for valid arguments. */
export type Begun<S> = Extract<Read<S>, { kind: 'run' }>

/** Parses the arguments of a command. Unknown options are an error: ignoring them would mislead. */
export function readArguments<S>(argv: readonly string[], commands: Commands<S>): Read<S> {
  const name = commandNamed(argv)
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  const known = optionsOf(command?.options ?? [])
  const { tokens, positionals } = parse(argv, known)
  const typed = tokens.filter((token) => token.kind === 'option')
  const hasFlag = (flag: string) => typed.some((token) => token.name === flag)
  const help = name && command ? commandHelp(name, command) : overview(commands)
  const isJson = hasFlag('json')
  const misuse = (sentence: string): Read<S> => ({ kind: 'misuse', sentence, help, isJson })
  if (name !== undefined && !command) return misuse(`There is no command ${JSON.stringify(name)}.`)
  if (hasFlag('help') || argv.length === 0) return { kind: 'help', text: help }
  if (!command) return misuse('Name a command.')

  const read: Record<string, boolean | string> = {}
  for (const token of typed) {
    const option = known.find(({ flag }) => flag === token.name)
    if (!option) return misuse(`${name} has no option ${token.rawName}.`)
    const problem = optionProblem(option, token)
    if (problem) return misuse(problem)
    read[option.name] = option.type === 'boolean' ? true : token.value!
  }
  const values = read as Values
  const words = positionals.slice(1)
  const problem = wordProblem(name!, command.takes ?? '', words) ?? command.check?.(words, values)
  return problem === undefined
    ? { kind: 'run', name: name!, command, words, values }
    : misuse(problem)
}

/** The command that the arguments name, if any. */
export function commandNamed(argv: readonly string[]): string | undefined {
  return parse(argv, optionsOf(Object.keys(options) as OptionName[])).positionals[0]
}

function parse(argv: readonly string[], known: readonly TypedOption[]) {
  return parseArgs({
    args: [...argv],
    options: Object.fromEntries(known.map(({ flag, type }) => [flag, { type }])),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
}

function optionProblem(
  { type, least }: TypedOption,
  { rawName, value }: { rawName: string; value?: string | undefined },
): string | undefined {
  if (type === 'boolean') return value === undefined ? undefined : `${rawName} takes no value.`
  if (value === undefined) return `${rawName} needs a value.`
  const isGood = least === undefined || (/^\d{1,9}$/.test(value) && Number(value) >= least)
  return isGood
    ? undefined
    : `${rawName} is a whole number from ${least} on, not ${JSON.stringify(value)}.`
}

function wordProblem(name: string, takes: string, words: readonly string[]) {
  const [, missing] = [...takes.matchAll(/<([^<>]+)>/g)][words.length] ?? []
  if (missing !== undefined) return `Name the ${missing}.`
  const most = takes.includes('…') ? Infinity : takes.split(' ').filter(Boolean).length
  return words.length > most ? `${name} takes no ${JSON.stringify(words[most])}.` : undefined
}

const exitCodes =
  'Exit codes: 0 done (what could not be told to a builder yet is a warning), 1 not done, 2 wrong use.'

function overview<S>(commands: Commands<S>): string {
  const lines = Object.entries(commands).map(
    ([name, command]) => `  ${signature(name, command)}\n      ${command.about}`,
  )
  return `Reviews submissions. It works while the server runs and while it does not.

npm run editor -- <command> …     one of:

${lines.join('\n')}

Each has --json and --help, which says more; \`npm run -s\` prints nothing else. Settings are read
from .env, or from the file that --env names; what the environment says goes before it.
${exitCodes}`
}

function commandHelp<S>(name: string, command: Command<S>): string {
  const { about, more = [], takes, options: named = [] } = command
  const several = 'Several slugs are decided one after another; with --json that prints a list.'
  const lines = optionsOf(named).map((option) => {
    const flag = `--${option.flag}${option.type === 'string' ? ' "…"' : ''}`
    return `  ${flag.padEnd(18)} ${option.about}`
  })
  return [
    `npm run editor -- ${signature(name, command)}`,
    about,
    more,
    takes === severalSlugs ? several : [],
    lines.join('\n'),
    exitCodes,
  ]
    .flat()
    .join('\n\n')
}

function signature<S>(name: string, { takes = '' }: Command<S>): string {
  return `${name} ${takes}`.trim()
}
