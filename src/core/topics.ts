/** Groups of topics whose products and tools have the same colours, by their names for readers. */
export const familyNames = {
  code: 'Code',
  build: 'Apps and workflows',
  framework: 'Frameworks and memory',
  voice: 'Voice and video',
  know: 'Knowledge and research',
  people: 'Customers and teams',
  browse: 'Browsers and the web',
  watch: 'Monitoring and hosting',
  mcp: 'Models and MCP',
  chat: 'Assistants',
  data: 'Data and money',
  guard: 'Security and law',
} as const
export type Family = keyof typeof familyNames
export const families = Object.keys(familyNames) as Family[]

/** A topic of listings and tools, from content/topics.yaml. */
export interface Topic {
  slug: string
  name: string
  family: Family
  /** A sentence about the products of the topic. */
  description: string
  /** Phrases with which people search for this topic. */
  phrases: string[]
  /** Names of products of the topic that the directory does not list, for "X alternative". */
  rivals: string[]
}

/** The family of each topic, by its slug. */
export function familiesOf(
  topics: readonly Pick<Topic, 'slug' | 'family'>[],
): Readonly<Record<string, Family>> {
  return Object.fromEntries(topics.map(({ slug, family }) => [slug, family]))
}
