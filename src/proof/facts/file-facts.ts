import { baseName, folderAround, folderOf } from '#proof/folders.ts'
import { jsonLeaves } from '#proof/manifests/json-leaves.ts'
import { tableOf, tablesOf } from '#proof/manifests/tables.ts'
import { readToml } from '#proof/manifests/toml.ts'
import { type FoundFact, type Subject, isItsName, namesIt } from './subject.ts'

/** Facts without the path of their file. */
export type Shown = Omit<FoundFact, 'path'>

/** What a manifest shows of a product besides its tools. Throws for a manifest that is broken. */
export function manifestFacts(
  path: string,
  text: string,
  paths: ReadonlySet<string>,
  subject: Subject,
): Shown[] {
  if (folderOf(path) !== 'own') return []
  const name = baseName(path)
  if (name === 'package.json') return packageFacts(text, subject)
  if (name === 'pyproject.toml') return scriptFacts(text, subject)
  if (name === 'Cargo.toml') return binFacts(text, subject)
  if (dockerfile.test(path) && !paths.has(actionBeside(path))) return dockerFacts(text, subject)
  if (compose.test(path)) return composeFacts(text, subject)
  if (/^Chart\.ya?ml$/.test(name)) return chartFacts(text, subject)
  return []
}

const command = (line: number): Shown => ({ fact: 'interface', value: 'cli', line })
/** A command that starts an MCP server, or that begins a project, is no command line. */
const noCommand = /mcp|^create-|server|gateway|daemon|worker/i

function packageFacts(text: string, subject: Subject): Shown[] {
  const { name = '', private: isPrivate } = tableOf(JSON.parse(text))
  if (isPrivate === true) return []
  const bin = jsonLeaves(text).find(({ keys: [key, named] }) => {
    if (key !== 'bin') return false
    const short = String(name).replace(/^.*\//, '')
    const called = typeof named === 'string' ? named : short
    const isCli = /(?:^|[/-])cli$/.test(String(name)) && namesIt(String(name), subject)
    return (
      ![called, short].some((each) => noCommand.test(each)) && (isCli || isItsName(called, subject))
    )
  })
  return bin ? [command(bin.line)] : []
}

const commandParsers = ['clap', 'argh', 'bpaf', 'lexopt', 'pico-args']

function scriptFacts(text: string, subject: Subject): Shown[] {
  const { table, lineOfKey } = readToml(text)
  const poetry = tableOf(tableOf(table['tool'])['poetry'])
  if (noCommand.test(String(tableOf(table['project'])['name'] ?? poetry['name']))) return []
  const sections = {
    'project.scripts': tableOf(table['project'])['scripts'],
    'tool.poetry.scripts': poetry['scripts'],
  }
  return Object.entries(sections).flatMap(([section, scripts]) =>
    Object.keys(tableOf(scripts))
      .filter((name) => !noCommand.test(name) && isItsName(name, subject))
      .map((key) => command(lineOfKey(section, key))),
  )
}

function binFacts(text: string, subject: Subject): Shown[] {
  const { table, lineOfString } = readToml(text)
  // A program that reads no arguments opens a window.
  if (!commandParsers.some((name) => name in tableOf(table['dependencies']))) return []
  return tablesOf(table['bin']).flatMap(({ name }) =>
    typeof name === 'string' && !noCommand.test(name) && isItsName(name, subject)
      ? [command(lineOfString('bin', name))]
      : [],
  )
}

const parts =
  /^(?:(?:docker|deploy(?:ments?)?|containers?|backend|server|api|apps?|services?|packages|frontend|web|ui|gateway|core|src|self[-_]?host(?:ed|ing)?|production|cmd|go|python|build)\/){0,4}/
    .source
const dockerfile = new RegExp(`${parts}(?:Dockerfile|Containerfile)(?:\\.prod(?:uction)?)?$`, 'i')
const compose = new RegExp(
  `${parts}(?:docker-)?compose(?:[.-](?:prod(?:uction)?|self[-_]?host(?:ed)?|hub|release))?\\.ya?ml$`,
  'i',
)

/** An action of GitHub runs the Dockerfile beside it. */
const actionBeside = (path: string) => [folderAround(path), 'action.yml'].filter(Boolean).join('/')

/** Commands of images that only wait or test. */
const idle = ['pytest', 'sleep', 'tail']

/**
 * A Dockerfile whose image runs something other than a shell or tests. Who runs one that listens, or
 * an MCP server, hosts the product.
 */
function dockerFacts(text: string, { names }: Subject): Shown[] {
  const lines = text.split('\n')
  const isRun = lines.some((line) => {
    if (!/^\s*(?:CMD|ENTRYPOINT)\s+\S/i.test(line)) return false
    const words = line.split(/[\s"',/[\]]+/).filter(Boolean)
    return !/^(?:ba|z)?sh$/.test(words.at(-1)!) && !words.some((word) => idle.includes(word))
  })
  if (!isRun) return []
  const port = lines.findIndex((line) => /^\s*EXPOSE\s+\d/i.test(line))
  const isServer = port !== -1 || names.some((name) => /mcp/i.test(name))
  return [
    { fact: 'deploy', value: 'container', line: null },
    ...(isServer
      ? [{ fact: 'hosting', value: 'self_hosted', line: port === -1 ? null : port + 1 } as const]
      : []),
  ]
}

/** A Compose file that builds or runs the product, and not only a database for its developers. */
function composeFacts(text: string, subject: Subject): Shown[] {
  const lines = text.split('\n')
  if (!lines.some((line) => /^\s+(?:ports|expose|restart|network_mode):/.test(line))) return []
  const at = lines.findIndex((line) => {
    const [, image] = /^\s+image:\s*["']?(\S+)/.exec(line) ?? []
    return /^\s+build:/.test(line) || (image !== undefined && namesIt(image, subject))
  })
  return at === -1 ? [] : hostedBy('compose', at + 1)
}

function chartFacts(text: string, subject: Subject): Shown[] {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => /^name:\s*\S/.test(line))
  const isIts = at !== -1 && namesIt(lines[at]!.slice(5), subject) && !/crds?\s*$/.test(lines[at]!)
  const isLibrary = lines.some((line) => /^type:\s*library/.test(line))
  return isIts && !isLibrary ? hostedBy('helm', at + 1) : []
}

const hostedBy = (value: string, line: number): Shown[] => [
  { fact: 'deploy', value, line },
  { fact: 'hosting', value: 'self_hosted', line },
]
