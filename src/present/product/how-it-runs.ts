// Where a product runs, and how it is installed, started or connected.
import { type Fact, factKinds, isFactValue } from '#contract/resources/facts.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { factsInWords } from './fact-words.ts'
import { packageCommand } from './package-command.ts'

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
  const hosted = factsInWords(facts, 'hosting')
  const remote = connectOf(product)
  const isRemote = remote && !hosted.some(({ text }) => text === cloud)
  const begun = startOf(product)?.fact
  const isLibrary =
    topics[0] === 'agent-frameworks' &&
    begun?.fact === 'package' &&
    !begun.value.startsWith('pkg:docker/')
  const known = [
    ...(isLibrary ? [{ text: 'In your own program', href: begun.source }] : []),
    ...(isRemote ? [{ text: cloud, href: remote.href }] : []),
    ...hosted.map(({ text, href }) => ({ text: text === own ? 'Self-hosted' : text, href })),
  ]
  const app = facts.find(({ fact, value }) => fact === 'interface' && value === 'desktop')
  return known.length > 0 || !app ? known : [{ text: 'On your own computer', href: app.source }]
}

/** The address at which a client connects to its MCP server. */
export function connectOf({ facts }: Pick<ProductDetail, 'facts'>): Required<Answer> | undefined {
  const one = facts.find(({ fact, value }) => fact === 'connect' && isFactValue(fact, value))
  return one && { text: one.value, href: one.source, isCommand: true }
}

/**
 * How it is begun, by the fact that shows it: the command of its first package that has one, else
 * what a line of its README starts. Remote MCP servers are begun by their clients.
 */
export function startOf(product: Facts): { label: string; answer: Answer; fact: Fact } | undefined {
  const { facts, topics } = product
  if (topics.includes('mcp-servers') && connectOf(product)) return undefined
  // The database may still have values of an earlier set.
  const starts = facts.filter(({ fact, value }) => fact === 'start' && isFactValue(fact, value))
  const isRun = starts.some(({ value }) => value === 'command' || value === 'mcp_server')
  for (const fact of facts) {
    const text = fact.fact === 'package' ? packageCommand(fact.value, isRun) : undefined
    if (text === undefined) continue
    const label = text.includes(' install ') ? 'Install' : 'Start'
    return { label, answer: { text, href: fact.source, isCommand: true }, fact }
  }
  const [answer] = factsInWords(starts, 'start')
  return answer && { label: 'Start', answer, fact: starts[0]! }
}
