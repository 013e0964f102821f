// The command `proofstack`. It sends requests only to the site that packed it, or to that of --site.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { ToolResult } from '#mcp/tool-result.ts'
import { callSite } from './call-site.ts'
import { siteCommands } from './commands.ts'
import { pastEndLines } from '#present/product/support-words.ts'
import { type NamedTool, NoProject, detectPath, detectedLines } from './detect-path.ts'
import { serveStdio, siteAnswer } from './mcp-stdio.ts'
import { plainText } from './plain-text.ts'
import { type Publisher, pullSnapshot, readSnapshot, snapshotFolder } from './snapshot.ts'

/** What the package was made with. */
export interface Made extends Publisher {
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
  /** The folder for files that can be downloaded again. */
  cache: string
}

const options = {
  json: { type: 'boolean' },
  site: { type: 'string' },
  stack: { type: 'string' },
  'works-with': { type: 'string' },
  'not-tools': { type: 'string' },
  licence: { type: 'string' },
  hosting: { type: 'string' },
  lifecycle: { type: 'string' },
  activity: { type: 'string' },
  limit: { type: 'string' },
  since: { type: 'string' },
  send: { type: 'boolean' },
  offline: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

/** Exit codes: 1 if the command failed, 2 if its arguments are wrong. */
const failed = 1
const misused = 2

/** What a command works with: its words, its options, and the site of --site or of the package. */
interface Run extends Terminal {
  words: readonly string[]
  values: ReturnType<typeof parse>['values']
  site: string
  made: Made
}

const parse = (args: string[]) => parseArgs({ args, options, allowPositionals: true })

/** Runs the command and returns its exit code. */
export async function main(args: string[], made: Made, terminal: Terminal): Promise<number> {
  try {
    const { values, positionals } = parse(args)
    const [name = '', ...words] = positionals
    if (values.version) return said(terminal, made.version)
    if (values.help || name === '') return said(terminal, usage(made))
    const site = (values.site ?? made.site).replace(/\/$/, '')
    const run: Run = { ...terminal, words, values, site, made }
    if (Object.hasOwn(ownCommands, name)) return await ownCommands[name]!(run)
    const command = Object.hasOwn(siteCommands, name) ? siteCommands[name] : undefined
    if (!command) return refused(terminal, `There is no command ${name}.\n${usage(made)}`)
    const { min, max } = command.words
    if (words.length < min || words.length > max) return refused(terminal, command.usage)
    const call = values.offline ? await offlineCall(run) : undefined
    return await asked(command.tool, command.given(words, texts(values)), run, call)
  } catch (error) {
    const message = plainText((error as Error).message)
    if (error instanceof NoProject || isUnknownOption(error)) return refused(terminal, message)
    terminal.note(message)
    return failed
  }
}

/** The commands that do more than ask the site. */
const ownCommands: Readonly<Record<string, (run: Run) => Promise<number>>> = {
  detect: detected,
  check: checked,
  pull: pulled,
  mcp: servedMcp,
  submit: submitted,
}

/** Whether `parseArgs` of Node refused the arguments. */
const isUnknownOption = (error: unknown) =>
  String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')

const texts = (values: Run['values']) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.replaceAll('-', '_'), value]] : [],
    ),
  )

function said({ print }: Terminal, text: string): number {
  print(text)
  return 0
}

function refused({ note }: Terminal, text: string): number {
  note(plainText(text))
  return misused
}

/** Calls a tool of the directory. */
type Call = (tool: string, given: Record<string, unknown>) => Promise<ToolResult>

// The engine is loaded only here: it needs the SQLite of Node 22.13.
async function openSnapshot({ made, note, cache }: Run) {
  const { file, pulledAt } = await readSnapshot(snapshotFolder(made, cache), made)
  note(`From the snapshot of ${pulledAt.toISOString().slice(0, 10)}; pull downloads a new one.`)
  const { openOffline } = await import('./offline.ts').catch((error: unknown) => {
    throw new Error(`--offline needs Node 22.13 or newer: ${(error as Error).message}`)
  })
  return openOffline(file, made.site)
}

async function offlineCall(run: Run): Promise<Call> {
  const call = await openSnapshot(run)
  return async (tool, given) => JSON.parse(await call(tool, given)) as ToolResult
}

async function pulled({ site, made, print, cache }: Run): Promise<number> {
  const { file, bytes } = await pullSnapshot(snapshotFolder(made, cache), made, site)
  print(`${file} has ${bytes} bytes, signed by ${made.site}.`)
  return 0
}

async function servedMcp(run: Run): Promise<number> {
  let answer = (line: string) => siteAnswer(run.site, line)
  if (run.values.offline) {
    // Opened first: it says which Node is needed.
    const call = await openSnapshot(run)
    answer = (await import('./mcp-offline.ts')).offlineAnswer(call)
  }
  await serveStdio(answer, run.input, run.print)
  return 0
}

async function asked(
  tool: string,
  given: Record<string, unknown>,
  { site, values, print, note }: Run,
  call: Call = (...wanted) => callSite(site, ...wanted),
): Promise<number> {
  const { isError, structuredContent, content } = await call(tool, given)
  const [{ text }] = content
  if (values.json) print(JSON.stringify(structuredContent, null, 2))
  else if (isError) note(plainText(text))
  else print(plainText(text))
  return isError ? failed : 0
}

async function detected({ words: [at = '.'], values, made, print, note }: Run): Promise<number> {
  const found = await detectPath(at, made.tools)
  const { unreadable, hint, ...answer } = found
  if (values.json) print(JSON.stringify(answer, null, 2))
  else {
    if (hint) note(hint)
    for (const line of detectedLines(found)) print(plainText(line))
  }
  return unreadable.length > 0 && answer.tools.length === 0 ? failed : 0
}

const checkUsage = 'check <slug> [folder, manifest or SBOM]'

// Compares a project with its listing: a tool of one is missing in the other.
async function checked(run: Run): Promise<number> {
  const { site, values, print, note } = run
  const [slug, at = '.', ...more] = run.words
  if (slug === undefined || more.length > 0) return refused(run, checkUsage)
  const { isError, structuredContent, content } = await callSite(site, 'get_product', { slug })
  if (isError) {
    note(plainText(content[0].text))
    return failed
  }
  const { product } = structuredContent as { product: { tools?: { slug: string }[] } }
  const listed = new Set(product.tools?.map((tool) => tool.slug))
  const found = await detectPath(at, run.made.tools)
  const detectedSlugs = new Set(found.tools.map((tool) => tool.slug))
  const missing = found.tools.filter((tool) => !listed.has(tool.slug))
  const unseen = [...listed].filter((tool) => !detectedSlugs.has(tool))
  if (values.json) print(JSON.stringify({ slug, missing, unseen }, null, 2))
  else {
    for (const { slug: tool, name, evidence } of missing)
      print(plainText(`not listed: ${tool} (${name}), by ${evidence[0]!.source}`))
    for (const tool of unseen) print(`listed, not in the manifests: ${tool}`)
    print(
      missing.length === 0
        ? `Every tool of the manifests is in the listing ${site}/product/${slug}.`
        : `${missing.length} tools of the manifests are not in the listing ${site}/product/${slug}.`,
    )
    for (const line of pastEndLines(found.tools)) print(plainText(line))
  }
  return missing.length > 0 ? failed : 0
}

// Nothing is created without --send: the first run shows what the site would accept.
async function submitted(run: Run): Promise<number> {
  const { values, note } = run
  const [file, ...more] = run.words
  if (file === undefined || more.length > 0) return refused(run, submitUsage)
  const body = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  const given = { ...body, dry_run: values.send !== true }
  const code = await asked('submit_product', given, run)
  if (code === 0 && !values.send)
    note(`Nothing was sent to the editors. The same command with --send submits it.`)
  return code
}

const submitUsage = 'submit <product.json> [--send]'

function usage({ site, version }: Made): string {
  const rows = [
    ['detect [folder, manifest or SBOM]', 'the tools of a project, on this machine'],
    [checkUsage, 'compares a project with its listing; exit code 1 if a tool is not listed'],
    ...Object.values(siteCommands).map(({ usage: line, about }) => [line, about] as const),
    [submitUsage, 'checks a submission, and sends it with --send'],
    ['mcp [--offline]', 'the MCP server over standard input and output'],
    ['pull', 'downloads the snapshot that --offline answers from: search, recommend, product, mcp'],
  ] as const
  return [
    `proofstack ${version}: the directory ${site} in a terminal`,
    '',
    ...rows.map(([line, about]) => `  proofstack ${line}\n      ${about}`),
    '',
    'Options: --json, --offline, --site <address>, --help, --version. Exit codes: 0, 1 for a failure, 2 for a wrong command.',
  ].join('\n')
}
