// How a product that is an MCP server is connected: the command or the URL that its README gives to
// clients, or that its server.json gives to the registry of MCP servers.
import { isFactValue } from '#contract/resources/facts.ts'
import { type Table, tableOf } from '#proof/manifests/toml.ts'
import type { Shown } from './file-facts.ts'
import { type Subject, namesIt } from './subject.ts'

interface Connection {
  text: string
  /** Counted from 1. */
  line: number
}

/** The first connection that names the product: READMEs show servers of others, too. */
export function connectFacts(readme: string, subject: Subject): Shown[] {
  // Servers are called by the name of what they open: "Exa MCP Server" is at mcp.exa.ai.
  const names = subject.names.map((name) => name.replace(/[- ]?(?:mcp|server)\b[- ]?/gi, ''))
  const all = [...inSettings(readme), ...inCommands(readme)].filter(
    ({ text }) => !invented.test(text) && namesIt(text, { ...subject, names }),
  )
  return first(all.toSorted((a, b) => a.line - b.line))
}

/** Hosts that readers replace by their own. */
const invented = /localhost|127\.0|your|example/i

const first = (found: readonly Connection[]): Shown[] =>
  found
    .filter(({ text }) => isFactValue('connect', text))
    .slice(0, 1)
    .map(({ text, line }) => ({ fact: 'connect', value: text, line }))

/** The servers in the settings of clients, which READMEs have in code blocks. */
function inSettings(readme: string): Connection[] {
  const lines = readme.split('\n')
  const found: Connection[] = []
  let start: number | undefined
  for (const [index, line] of lines.entries()) {
    if (!/^[\s>]*(?:`{3}|~{3})/.test(line)) continue
    if (start !== undefined) found.push(...serversOf(lines.slice(start, index), start))
    start = start === undefined ? index + 1 : undefined
  }
  return found
}

/** The servers of a block of JSON that begins after `before` lines. */
function serversOf(block: readonly string[], before: number): Connection[] {
  const text = block.join('\n')
  if (!/"(?:command|url|serverUrl|httpUrl)"/.test(text)) return []
  // Blocks often show a part of a file without the braces around it.
  const value = parsed(text) ?? parsed(`{${text}}`)
  return commandsIn(value).map(({ text: command, named }) => {
    const at = block.findIndex((line) => line.includes(named))
    return { text: command, line: before + Math.max(at, 0) + 1 }
  })
}

/** Settings are at most three objects deep; deeper ones could end the stack. */
const deepest = 6

/** The commands and URLs of servers within a value, each with the string that names its line. */
function commandsIn(value: unknown, depth = 0): { text: string; named: string }[] {
  if (typeof value !== 'object' || value === null || depth > deepest) return []
  const { command, args = [], url, serverUrl, httpUrl } = value as Record<string, unknown>
  const remote = url ?? serverUrl ?? httpUrl
  if (typeof command === 'string' && Array.isArray(args))
    return [{ text: [command, ...args].join(' '), named: JSON.stringify(args.at(-1) ?? command) }]
  if (typeof remote === 'string') return [{ text: remote, named: remote }]
  return Object.values(value).flatMap((one) => commandsIn(one, depth + 1))
}

/** Servers that a command adds to Claude Code or Codex. */
function inCommands(readme: string): Connection[] {
  return readme.split('\n').flatMap((content, index) => {
    if (content.length > 400) return []
    const [, added = ''] = content.split(/(?:claude|codex) mcp add /, 2)
    const [url] = /https:\/\/[^\s"'`\\]+/.exec(added) ?? []
    // The command of a local server follows two hyphens.
    const text = added.split(' -- ')[1]?.replaceAll('`', '').trim() ?? url
    return text === undefined ? [] : [{ text, line: index + 1 }]
  })
}

/** How the registry of MCP servers starts packages of a kind. */
const starters: Readonly<Record<string, string>> = {
  npm: 'npx -y ',
  pypi: 'uvx ',
  oci: 'docker run -i --rm ',
}

/** What a server.json, the format of the registry of MCP servers, shows. */
export function serverFacts(text: string): Shown[] {
  const { $schema, packages, remotes } = tableOf(parsed(text))
  if (!String($schema).includes('modelcontextprotocol.io/schemas/')) return []
  const found = [...listOf(packages).map(packageCommand), ...listOf(remotes).map(remoteUrl)]
  return first(
    found.flatMap((one) => {
      const named = one && `"${one.named}"`
      const line = named ? text.split('\n').findIndex((each) => each.includes(named)) + 1 : 0
      return one && line > 0 ? [{ text: one.text, line }] : []
    }),
  )
}

const remoteUrl = ({ url }: Table) =>
  typeof url === 'string' ? { text: url, named: url } : undefined

// The names of earlier versions of the format have underscores.
function packageCommand(one: Table) {
  const starter = starters[String(one['registryType'] ?? one['registry_type'])]
  const named = one['identifier']
  const ofRuntime = listOf(one['runtimeArguments'] ?? one['runtime_arguments'])
  if (starter === undefined || typeof named !== 'string' || ofRuntime.length > 0) return undefined
  const added = listOf(one['packageArguments'] ?? one['package_arguments'])
  const isWhole = added.every(({ value, isRequired }) => value !== undefined || !isRequired)
  const given = added
    .filter(({ value }) => value !== undefined)
    .flatMap(({ name, value }) => (name === undefined ? [value] : [name, value]))
  return isWhole ? { text: [`${starter}${named}`, ...given].join(' '), named } : undefined
}

const listOf = (value: unknown) => (Array.isArray(value) ? value.map(tableOf) : [])

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
