// A comparison as Markdown, to copy: the sentences and the table of the page.
import type { Addresses } from '#core/addresses.ts'
import { type SideBySide, compareAddress } from '#present/product/side-by-side.ts'
import { documentOf, link, plain, markdownTable } from './markdown.ts'

const none = '—'
/** Text of strangers in a cell of a table, which escapes `|` itself. */
const inCell = (text: string) => plain(text).replaceAll('\\|', '|')

/** `to` has the addresses of the site, so that the links work wherever the text is pasted. */
export function comparisonMarkdown(view: SideBySide, to: Addresses): string {
  const { products, sentences, facts, shared, byCategory } = view
  const toolsOf = (tools: readonly { name: string }[]) =>
    tools.map(({ name }) => inCell(name)).join(', ') || none
  const address = compareAddress(
    products.map(({ slug }) => slug),
    to,
  )
  return documentOf([
    sentences.map(({ text }) => `- ${plain(text)}`).join('\n'),
    markdownTable(
      [
        '',
        ...products.map(({ name, slug }) => link(name, to.listing(slug)).replaceAll('\\|', '|')),
      ],
      [
        ['What it does', ...products.map(({ description }) => inCell(description))],
        ...facts.map(({ title, cells }) => [
          title,
          ...cells.map((cell, index) => cellText(cell, to.listing(products[index]!.slug))),
        ]),
        ...(shared.length > 0 ? [['Built with', ...products.map(() => toolsOf(shared))]] : []),
        ...byCategory.flatMap(({ name, tools }) => {
          const own = tools.map((ofOne) =>
            ofOne.filter(({ slug }) => !shared.some((one) => one.slug === slug)),
          )
          return own.some((ofOne) => ofOne.length > 0) ? [[name, ...own.map(toolsOf)]] : []
        }),
      ],
    ),
    `Compared by Proofstack: ${address}`,
  ])
}

function cellText(cell: SideBySide['facts'][number]['cells'][number], listing: string): string {
  if (cell === null) return none
  const { text, href } = cell
  return href ? link(text, href.startsWith('#') ? `${listing}${href}` : href) : inCell(text)
}
