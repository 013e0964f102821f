import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { contractTables } from './contract-tables.ts'
import { operationPage, operationSlug } from './operation-page.ts'

/** A page that somebody wrote. */
interface WrittenPage {
  /** `index` for /docs itself. */
  slug: string
  title: string
  description: string
  markdown: string
}

export interface DocumentationPage extends WrittenPage {
  /** Its address on the site. */
  path: string
  group: 'Guides' | 'Reference'
}

/** Every page of the documentation in its order: what is written, with the tables it names filled in, then a page for each operation. */
export function documentation(written: readonly WrittenPage[], to: { api: string; site: string }): DocumentationPage[] {
  const guides = written.map((page) => ({
    ...page,
    path: page.slug === 'index' ? '/docs' : `/docs/${page.slug}`,
    group: 'Guides' as const,
    markdown: page.markdown.replace(/\{\{(\w+)\}\}/g, (_, name: string) => table(name, page.slug)),
  }))
  const reference = (Object.values(operations) as Operation[]).map((operation) => ({
    slug: `api/${operationSlug(operation)}`,
    title: operation.summary,
    description: `${operation.method} /api/v1${operation.path}: parameters, answers, errors and a command to copy.`,
    path: `/docs/api/${operationSlug(operation)}`,
    group: 'Reference' as const,
    markdown: operationPage(operation, to),
  }))
  return [...guides, ...reference]
}

function table(name: string, slug: string): string {
  if (!(name in contractTables))
    throw new Error(`content/docs/${slug}.md names {{${name}}}; there are ${Object.keys(contractTables).join(', ')}`)
  return contractTables[name as keyof typeof contractTables]()
}
