// The pages about how to use the site, with what they are about: search and search fields find them.
import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { addresses } from '#core/addresses.ts'

export interface DocEntry {
  href: string
  name: string
  /** What the page is about. Search also looks for words in it. */
  text: string
}

const to = addresses('')

/** `guides` are the pages of content/docs. The reference of each operation follows them. */
export function docEntries(
  guides: readonly { slug: string; title: string; description: string }[],
): DocEntry[] {
  return [
    {
      href: to.connect,
      name: 'Connect your agent',
      text: 'Install the MCP server in Claude, Cursor, VS Code, ChatGPT, Codex and other clients.',
    },
    ...guides.map(({ slug, title, description }) => ({
      href: to.doc(slug),
      name: title,
      text: description,
    })),
    ...(Object.values(operations) as Operation[]).map(({ id, method, path, summary }) => ({
      href: to.operationDoc(id),
      name: summary,
      text: `API reference: ${method} ${path}, ${id}`,
    })),
  ]
}
