// The pages about how to use the site, with what they are about: search and search fields find them.
import { allOperations } from '#contract/index.ts'
import { addresses } from '#core/addresses.ts'

const to = addresses('')

/**
 * `guides` are the pages of content/docs. The reference of each operation follows them. `text` says
 * what a page is about; search also looks for words in it.
 */
export function docEntries(
  guides: readonly { slug: string; title: string; description: string }[],
) {
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
    ...allOperations.map(({ id, method, path, summary }) => ({
      href: to.operationDoc(id),
      name: summary,
      text: `API reference: ${method} ${path}, ${id}`,
    })),
  ]
}
