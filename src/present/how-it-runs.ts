// Where a product runs, as what it is published, and the commands that install, start or connect it.
import { type Fact, factKinds } from '#contract/resources/facts.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { sourcedFacts } from './fact-words.ts'
import { installCommand } from './install-command.ts'

/** An answer; `href` is the place that shows it, or a list of products with it. */
export interface Answer {
  text: string
  href?: string
  isCommand?: true
}

type Facts = Pick<ProductDetail, 'facts' | 'topics'>

/**
 * Where it runs, only as far as a fact says so: its hosting, a remote MCP server, an app of a
 * desktop. The package of a framework runs in the program of its user, whatever its makers host
 * besides. That something can be installed does not say where a product runs.
 */
export function howItRuns(product: Facts): Answer[] {
  const { facts, topics } = product
  const { self_hosted: own, cloud } = factKinds.hosting.values
  const hosted = sourcedFacts(facts.filter(({ fact }) => fact === 'hosting')).flatMap(
    ({ values }) => values,
  )
  const remote = facts.find(({ fact, value }) => fact === 'connect' && value.startsWith('https:'))
  const isRemote = remote && !hosted.some(({ text }) => text === cloud)
  const start = startOf(product)
  const isLibrary =
    start &&
    topics[0] === 'agent-frameworks' &&
    !/^(?:sudo |docker|git|curl|wget|brew)/.test(commandText(start))
  const known = [
    ...(isLibrary ? [{ text: 'In your own program', href: start.source }] : []),
    ...(isRemote ? [{ text: cloud, href: remote.source }] : []),
    ...hosted.map(({ text, href }) => ({ text: text === own ? 'Self-hosted' : text, href })),
  ]
  const app = facts.find(({ fact, value }) => fact === 'interface' && value === 'desktop')
  return known.length > 0 || !app ? known : [{ text: 'On your own computer', href: app.source }]
}

/** Registries by the type of a package URL. */
const registries: Readonly<Record<string, string>> = {
  npm: 'npm package',
  pypi: 'Python package',
  docker: 'container image',
  cargo: 'Rust crate',
  golang: 'Go module',
  gem: 'Ruby gem',
  nuget: 'NuGet package',
}
const deployed: Readonly<Record<string, string>> = {
  container: 'container image',
  compose: 'Compose file',
  helm: 'Helm chart',
}
/** What a command of its README installs or starts. */
const commandForms: readonly [RegExp, string][] = [
  [/^(?:sudo )?docker[ -]compose/, 'Compose file'],
  [/^(?:sudo )?docker/, 'container image'],
  [/^(?:npx|bunx|npm|pnpm|yarn|bun) /, 'npm package'],
  [/^(?:uvx|uv|pipx|pip3?|python3?) /, 'Python package'],
  [/^brew /, 'Homebrew formula'],
  [/^cargo /, 'Rust crate'],
  [/^go /, 'Go module'],
  [/^helm /, 'Helm chart'],
  [/^gem /, 'Ruby gem'],
  [/^dotnet /, 'NuGet package'],
  [/^(?:curl|wget) /, 'install script'],
  [/^git clone/, 'source code'],
]

/** As what it can be installed or deployed, each named once, with the place that shows it. */
export function publishedAs({ facts }: Pick<ProductDetail, 'facts'>): Answer[] {
  const found = facts.flatMap((one): [string, string][] => {
    const text = publication(one)
    return text === undefined ? [] : [[text, one.source]]
  })
  // The first source of each.
  const sources = new Map(found.toReversed())
  return [...new Set(found.map(([text]) => text))].map((text) => ({
    text,
    href: sources.get(text)!,
  }))
}

function publication({ fact, value }: Fact): string | undefined {
  if (fact === 'deploy') return deployed[value]
  if (fact === 'package') return registries[/^pkg:([a-z]+)\//.exec(value)?.[1] ?? '']
  if (fact !== 'start' && fact !== 'connect') return undefined
  return commandForms.find(([form]) => form.test(value))?.[1]
}

/** The fact that shows how a client connects to its MCP server. */
export const connectOf = ({ facts }: Pick<ProductDetail, 'facts'>) =>
  facts.find(({ fact }) => fact === 'connect')

/**
 * The fact that shows how it is started: its README, unless a package is easier than a clone. MCP
 * servers are started by their clients.
 */
export function startOf(product: Facts): Fact | undefined {
  const { facts, topics } = product
  if (topics.includes('mcp-servers') && connectOf(product)) return undefined
  const start = facts.find(({ fact }) => fact === 'start')
  const packaged = facts.find(
    ({ fact, value }) => fact === 'package' && installCommand(value) !== undefined,
  )
  return start?.value.startsWith('git clone') ? (packaged ?? start) : (start ?? packaged)
}

/** The command of a fact that shows how to begin. */
export function commandOf(fact: Fact | undefined): Answer[] {
  return fact ? [{ text: commandText(fact), href: fact.source, isCommand: true }] : []
}

const commandText = ({ fact, value }: Fact) => (fact === 'package' ? installCommand(value)! : value)
