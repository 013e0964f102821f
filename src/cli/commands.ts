// The commands that ask the site, each by a tool of its MCP server.

/** Options of the command line as text, with `_` for `-`. */
type Options = Readonly<Record<string, string | undefined>>

interface SiteCommand {
  usage: string
  about: string
  /** How many words it takes. */
  words: { min: number; max: number }
  tool: string
  /** The arguments of the tool. */
  given: (words: readonly string[], options: Options) => Record<string, unknown>
}

const any = Infinity
const sentence = (words: readonly string[]) => words.join(' ')

export const siteCommands: Readonly<Record<string, SiteCommand>> = {
  search: {
    usage: 'search <words> [--limit N]',
    about: 'tools and products by name and words',
    words: { min: 1, max: any },
    tool: 'search',
    given: (words, { limit }) => ({ q: sentence(words), limit }),
  },
  recommend: {
    usage:
      'recommend <task> [--stack postgresql,redis] [--works-with ollama] [--not-tools langchain] [--licence MIT] [--hosting self_hosted] [--lifecycle active] [--activity recent] [--limit N]',
    about: 'products for a task, a stack, or both',
    words: { min: 0, max: any },
    tool: 'recommend_products',
    given: (words, { site: _, ...filters }) => ({
      task: sentence(words),
      ...filters,
      detail: 'brief',
    }),
  },
  lookup: {
    usage: 'lookup <website>',
    about: 'what a website is built with',
    words: { min: 1, max: 1 },
    tool: 'lookup_by_url',
    given: ([url]) => ({ url }),
  },
  product: {
    usage: 'product <slug>',
    about: 'one product, with the lines that prove its tools',
    words: { min: 1, max: 1 },
    tool: 'get_product',
    given: ([slug]) => ({ slug }),
  },
  tool: {
    usage: 'tool <slug> [--limit N]',
    about: 'one tool, and who uses it',
    words: { min: 1, max: 1 },
    tool: 'get_tool',
    given: ([slug], { limit }) => ({ slug, limit }),
  },
  compare: {
    usage: 'compare <slug> <slug>',
    about: 'two products side by side',
    words: { min: 2, max: 2 },
    tool: 'compare_products',
    given: (slugs) => ({ slugs: slugs.join(','), detail: 'brief' }),
  },
  changes: {
    usage: 'changes [--since 2026-11-01T00:00:00Z] [--limit N]',
    about: 'what is new in the directory',
    words: { min: 0, max: 0 },
    tool: 'list_changelog',
    given: (_, { since, limit }) => ({ since, limit }),
  },
}
