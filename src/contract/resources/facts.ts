import { z } from 'zod'
import { HttpUrl, Uri, line, resource } from './fields.ts'

/**
 * The facts that help to choose a product, with the words of pages. A kind with `values` has a
 * closed set of them, and may have several; another kind has one value, in the form of `value`.
 */
export const factKinds = {
  hosting: {
    label: 'Hosting',
    values: { self_hosted: 'On your own machines', cloud: 'Hosted by its makers' },
  },
  interface: {
    label: 'How you use it',
    values: {
      web: 'Web app',
      desktop: 'Desktop app',
      ide: 'Code editor',
      cli: 'Command line',
      api: 'HTTP API',
      mcp_server: 'MCP server',
      mcp_client: 'MCP client',
    },
  },
  deploy: {
    label: 'Deployed by',
    values: { container: 'Container', compose: 'Compose', helm: 'Helm chart' },
  },
  // What the line at the source starts. Commands are derived from the first package: `command` and
  // `mcp_server` run it, and without them it is installed.
  start: {
    label: 'Start',
    values: {
      command: 'Package command',
      mcp_server: 'MCP server',
      compose: 'Compose file',
      script: 'Install script',
      homebrew: 'Homebrew formula',
      source: 'Source code',
    },
  },
  // The address of a remote MCP server.
  connect: {
    label: 'Connect (MCP)',
    value: /^(?=.{6,120}$)https:\/\/[\w.-]+(?::\d+)?(?:\/[\w./~-]*)?$/,
  },
  package: { label: 'Package', value: /^pkg:[a-z]+\/\S+$/, isMany: true },
  // A name under which it was known before, which search finds, too.
  former_name: { label: 'Former name', value: /^\S(?:.{0,58}\S)?$/, isMany: true },
  latest_release: { label: 'Latest release', value: /^\S+$/ },
  contributors: { label: 'Contributors', value: /^[1-9]\d*$/ },
  telemetry: { label: 'Telemetry', value: /^[A-Z][A-Z\d_]*$/ },
  pricing: { label: 'Pricing', value: /^https:\/\/\S+$/ },
} as const satisfies Record<
  string,
  { label: string } & (
    { values: Readonly<Record<string, string>> } | { value: RegExp; isMany?: boolean }
  )
>

export type FactKind = keyof typeof factKinds
export type Hosting = keyof typeof factKinds.hosting.values
export type Interface = keyof typeof factKinds.interface.values

/** The names of all kinds, in the order of pages. */
export const factNames = Object.keys(factKinds) as [FactKind, ...FactKind[]]
const keysOf = <T extends object>(values: T) =>
  Object.keys(values) as [keyof T & string, ...(keyof T & string)[]]
export const Hosting = z.enum(keysOf(factKinds.hosting.values))
export const Interface = z.enum(keysOf(factKinds.interface.values))

export const Fact = resource('Fact', 'A fact about the product, with the place that shows it.', {
  fact: z.enum(factNames).describe('The kind of fact.'),
  value: z
    .string()
    .describe('A word of a closed set, a package URL, a version, a number, a variable or a URL.'),
  day: z.iso.date().nullable().describe('The day of a release, or as of which it was counted.'),
  source: Uri.describe('Where it is shown: a line of a file at a commit, or a page.'),
})
export type Fact = z.infer<typeof Fact>

/** A fact in files. */
const EnteredFact = z
  .strictObject({
    fact: z.enum(factNames),
    value: line(200),
    day: z.iso.date().nullable().default(null),
    source: HttpUrl,
  })
  .superRefine(({ fact, value }, context) => {
    const kind = factKinds[fact]
    if (isFactValue(fact, value)) return
    const wanted = 'values' in kind ? keysOf(kind.values).join(', ') : `in the form ${kind.value}`
    context.addIssue({ code: 'custom', path: ['value'], message: `is not ${wanted}` })
  })

/** The facts in a file, none of them twice. */
export const EnteredFacts = z
  .array(EnteredFact)
  .max(40)
  .refine((facts) => new Set(facts.map(factKey)).size === facts.length, {
    error: 'has a fact twice',
  })
  .default([])

/**
 * Equal for facts that exclude each other: those of a kind with one value. Of the other kinds, each
 * value is a fact of its own.
 */
export function factKey({ fact, value }: Pick<Fact, 'fact' | 'value'>): string {
  const kind = factKinds[fact]
  return 'values' in kind || 'isMany' in kind ? `${fact} ${value}` : fact
}

/** Joins the facts of editors with those that a machine found: where both have one, the editor's. */
export function joinFacts(byEditors: readonly Fact[], found: readonly Fact[]): Fact[] {
  const named = new Set(byEditors.map(factKey))
  const all = [...byEditors, ...found.filter((one) => !named.has(factKey(one)))]
  return all.toSorted((a, b) => rank(a) - rank(b))
}

/** The facts with this page of prices, or with none. */
export function withPricing(facts: readonly Fact[], url: string | null): Fact[] {
  const pricing = { fact: 'pricing' as const, value: url ?? '', day: null, source: url ?? '' }
  const others = facts.filter(({ fact }) => fact !== 'pricing')
  return joinFacts(url === null ? [] : [pricing], others)
}

const rank = ({ fact, value }: Fact) => {
  const kind = factKinds[fact]
  const place = 'values' in kind ? Object.keys(kind.values).indexOf(value) : 0
  return factNames.indexOf(fact) * 100 + place
}

/** Whether a text is a value of facts of this kind. */
export function isFactValue(fact: FactKind, value: string): boolean {
  const kind = factKinds[fact]
  return 'values' in kind ? Object.hasOwn(kind.values, value) : kind.value.test(value)
}
