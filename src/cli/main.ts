// The command `proofstack`. It sends requests only to the site that packed it, or to that of --site.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { callSite } from './call-site.ts'
import { siteCommand, siteCommands } from './commands.ts'
import { type NamedTool, NoProject, detectPath, detectedLines } from './detect-path.ts'
import { serveStdio } from './mcp-stdio.ts'
import { plainText } from './plain-text.ts'

/** What the package was made with. */
export interface Made {
  /** The address of the site, without a slash at its end. */
  site: string
  version: string
  tools: readonly NamedTool[]
}

/** Where the command reads and writes. */
export interface Terminal {
  input: NodeJS.ReadableStream
  /** Prints a line of the result. */
  print: (line: string) => void
  /** Prints a line about the result, or about a failure. */
  note: (line: string) => void
}

const options = {
  json: { type: 'boolean' },
  site: { type: 'string' },
  stack: { type: 'string' },
  limit: { type: 'string' },
  since: { type: 'string' },
  send: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

/** Exit codes: 1 if the command failed, 2 if its arguments are wrong. */
const failed = 1
const misused = 2

/** Runs the command and returns its exit code. */
export async function main(args: string[], made: Made, terminal: Terminal): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [name = '', ...words] = positionals
    if (values.version) return said(terminal, made.version)
    if (values.help || name === '') return said(terminal, usage(made))
    const site = (values.site ?? made.site).replace(/\/$/, '')
    if (name === 'detect') return await detected(words[0] ?? '.', values, made, terminal)
    if (name === 'check') return await checked(words, values, { ...made, site }, terminal)
    if (name === 'mcp') return await serveStdio(site, terminal.input, terminal.print).then(() => 0)
    if (name === 'submit') return await submitted(words, values, site, terminal)
    const command = siteCommand(name)
    if (!command) return refused(terminal, `There is no command ${name}.\n${usage(made)}`)
    const { min, max } = command.words
    if (words.length < min || words.length > max) return refused(terminal, command.usage)
    return await asked(command.tool, command.given(words, texts(values)), values, site, terminal)
  } catch (error) {
    const message = plainText((error as Error).message)
    if (error instanceof NoProject || isUnknownOption(error)) return refused(terminal, message)
    terminal.note(message)
    return failed
  }
}

/** Whether `parseArgs` of Node refused the arguments. */
const isUnknownOption = (error: unknown) =>
  String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')

type Values = { json?: boolean; send?: boolean } & Record<string, string | boolean | undefined>

const texts = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )

function said({ print }: Terminal, text: string): number {
  print(text)
  return 0
}

function refused({ note }: Terminal, text: string): number {
  note(text)
  return misused
}

async function asked(
  tool: string,
  given: Record<string, unknown>,
  { json }: Values,
  site: string,
  { print, note }: Terminal,
): Promise<number> {
  const { isError, structuredContent, text } = await callSite(site, tool, given)
  if (json) print(JSON.stringify(structuredContent, null, 2))
  else if (isError) note(plainText(text))
  else print(plainText(text))
  return isError ? failed : 0
}

async function detected(
  at: string,
  { json }: Values,
  { tools }: Made,
  { print, note }: Terminal,
): Promise<number> {
  const found = await detectPath(at, tools)
  for (const line of found.unreadable) note(plainText(line))
  if (json) print(JSON.stringify({ tools: found.tools, unknown: found.unknown }, null, 2))
  else {
    if (found.hint) note(found.hint)
    for (const line of detectedLines(found)) print(plainText(line))
  }
  return found.unreadable.length > 0 && found.tools.length === 0 ? failed : 0
}

const checkUsage = 'check <slug> [folder, manifest or SBOM]'

// Compares a project with its listing: a tool of one is missing in the other.
async function checked(
  [slug, at = '.', ...more]: readonly string[],
  { json }: Values,
  { site, tools }: Made,
  terminal: Terminal,
): Promise<number> {
  const { print, note } = terminal
  if (slug === undefined || more.length > 0) return refused(terminal, checkUsage)
  const { isError, structuredContent, text } = await callSite(site, 'get_product', { slug })
  if (isError) {
    note(plainText(text))
    return failed
  }
  const { product } = structuredContent as { product: { tools?: { slug: string }[] } }
  const listed = new Set(product.tools?.map((tool) => tool.slug))
  const found = await detectPath(at, tools)
  const detectedSlugs = new Set(found.tools.map((tool) => tool.slug))
  const missing = found.tools.filter((tool) => !listed.has(tool.slug))
  const unseen = [...listed].filter((tool) => !detectedSlugs.has(tool))
  if (json) print(JSON.stringify({ slug, missing, unseen }, null, 2))
  else {
    for (const { slug: tool, name, evidence } of missing)
      print(plainText(`not listed: ${tool} (${name}), by ${evidence[0]!.source}`))
    for (const tool of unseen) print(`listed, not in the manifests: ${tool}`)
    print(
      missing.length === 0
        ? `Every tool of the manifests is in the listing ${site}/product/${slug}.`
        : `${missing.length} tools of the manifests are not in the listing ${site}/product/${slug}.`,
    )
  }
  return missing.length > 0 ? failed : 0
}

// Nothing is created without --send: the first run shows what the site would accept.
async function submitted(
  [file, ...more]: readonly string[],
  values: Values,
  site: string,
  terminal: Terminal,
): Promise<number> {
  if (file === undefined || more.length > 0) return refused(terminal, submitUsage)
  const body = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  const code = await asked(
    'submit_product',
    { ...body, dry_run: values.send !== true },
    values,
    site,
    terminal,
  )
  if (code === 0 && !values.send)
    terminal.note(`Nothing was sent to the editors. The same command with --send submits it.`)
  return code
}

const submitUsage = 'submit <product.json> [--send]'

function usage({ site, version }: Made): string {
  const rows = [
    ['detect [folder, manifest or SBOM]', 'the tools of a project, on this machine'],
    [checkUsage, 'compares a project with its listing; exit code 1 if a tool is not listed'],
    ...Object.values(siteCommands).map(({ usage: line, about }) => [line, about] as const),
    [submitUsage, 'checks a submission, and sends it with --send'],
    ['mcp', 'the MCP server over standard input and output'],
  ] as const
  return [
    `proofstack ${version}: the directory ${site} in a terminal`,
    '',
    ...rows.map(([line, about]) => `  proofstack ${line}\n      ${about}`),
    '',
    'Options: --json, --site <address>, --help, --version. Exit codes: 0, 1 for a failure, 2 for a wrong command.',
  ].join('\n')
}
