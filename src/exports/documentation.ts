import { apiRoot } from '#contract/api-version.ts'
import { allOperations } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { addresses } from '#core/addresses.ts'
import { contractTables } from './contract-tables.ts'
import { tryRequest } from './example-request.ts'
import { operationPage } from './operation-page.ts'

/** A page of the documentation from a file in content/docs. */
export interface WrittenPage {
  /** The last part of the address; `index` for /docs itself. */
  slug: string
  title: string
  description: string
  markdown: string
}

type Group = 'Guides' | 'Reference' | 'Run your own'

export interface DocumentationPage extends WrittenPage {
  /** The address of the page on the site, such as /docs/errors-and-limits. */
  path: string
  group: Group
  /** The name of the page in lists of pages. */
  label: string
  /** The example request of an operation, if a form can send it. */
  request?: ReturnType<typeof tryRequest>
}

const local = addresses('')

/**
 * Every page of the documentation in the order of the navigation: the written pages, with their
 * tables filled in, a page for each operation, and the pages for who runs a directory.
 */
export function documentation(
  written: readonly (WrittenPage & { group?: Group })[],
  to: { api: string; site: string },
): DocumentationPage[] {
  const guides = written.map((page) => ({
    ...page,
    path: local.doc(page.slug),
    group: page.group ?? 'Guides',
    label: page.title,
    markdown: page.markdown.replace(/\{\{([\w.]+)\}\}/g, (_, name: string) =>
      fromContract(name, page.slug),
    ),
  }))
  const reference = allOperations.map((operation) => ({
    slug: local.operationDoc(operation.id).slice(`${local.docs}/`.length),
    title: operation.summary,
    description: `${operation.method} ${apiRoot}${operation.path}: parameters, answers, errors and a command to copy.`,
    path: local.operationDoc(operation.id),
    group: 'Reference' as const,
    label: operation.id,
    markdown: operationPage(operation, to),
    request: tryRequest(operation),
  }))
  const guidesOf = (wanted: Group) => guides.filter(({ group }) => group === wanted)
  return [...guidesOf('Guides'), ...reference, ...guidesOf('Run your own')]
}

// Returns what replaces `{{name}}` in a page: a table, or for `{{limits.name}}` and
// `{{limits.name.part}}` a number.
function fromContract(name: string, slug: string): string {
  const [table, ...parts] = name.split('.')
  const value = table === 'limits' ? parts.reduce(partOf, limits as unknown) : undefined
  if (typeof value === 'number') return String(value)
  if (Object.hasOwn(contractTables, name))
    return contractTables[name as keyof typeof contractTables]()
  throw new Error(
    `content/docs/${slug}.md names {{${name}}}; there are ${Object.keys(contractTables).join(', ')} and the numbers of limits.ts`,
  )
}

function partOf(whole: unknown, name: string): unknown {
  return Object.entries(whole ?? {}).find(([part]) => part === name)?.[1]
}
