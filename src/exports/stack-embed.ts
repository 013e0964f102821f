// The stack of a listing as a picture that other sites embed: each tool with the line that proves it.
import { hash } from 'node:crypto'
import type { ProductDetail } from '#contract/resources/product.ts'
import { citation, shownInCode } from '#present/product-proof.ts'
import { badgeColours } from './badge-image.ts'
import { linesOf, widthOf } from './glyph-widths.ts'
import { escaped } from './sitemap.ts'

const width = 400
const edge = 16
const rowHeight = 24
const head = 60
/** More tools are counted in one line, so that the picture stays small. */
const mostTools = 12

type Theme = 'auto' | 'light' | 'dark'
type Part = 'paper' | 'edge' | 'ink' | 'quiet'

interface Words {
  x: number
  y: number
  size: number
  fill: Part
  isBold?: boolean
  /** The width from which the text is cut. */
  most: number
}

/** The stack as SVG. All text in it is escaped, because owners wrote the name of the product. */
export function stackEmbed(
  { name, tools, proof }: Pick<ProductDetail, 'name' | 'tools' | 'proof'>,
  theme: Theme,
): string {
  const colours = badgeColours[theme === 'dark' ? 'dark' : 'light']
  const paint = (part: Part, property = 'fill') =>
    `${theme === 'auto' ? `class="${part}" ` : ''}${property}="${colours[part]}"`
  const write = (text: string, { x, y, size, fill, isBold = false, most }: Words) => {
    const weight = isBold ? 'semibold' : 'regular'
    const [line = ''] = linesOf(text, { weight, size, width: most, most: 1 })
    return `<text x="${x}" y="${y}" font-family="system-ui,sans-serif" font-size="${size}"${isBold ? ' font-weight="600"' : ''} ${paint(fill)}>${escaped(line)}</text>`
  }
  const proved = new Map(
    proof?.tools.flatMap(({ slug, state, source, line }) =>
      state === 'proved' && source ? [[slug, citation(source, line)]] : [],
    ),
  )
  const rows = tools.slice(0, mostTools).map((tool, at) => {
    const y = head + at * rowHeight + 16
    const cited = proved.get(tool.slug)
    return [
      write(tool.name, { x: edge, y, size: 14, fill: 'ink', most: 140 }),
      write(cited === undefined ? 'not shown in the code' : endOf(cited), {
        x: 170,
        y,
        size: 12,
        fill: 'quiet',
        most: 200,
      }),
    ].join('')
  })
  const more = tools.length - mostTools
  if (more > 0) {
    const y = head + mostTools * rowHeight + 16
    rows.push(write(`and ${more} more`, { x: edge, y, size: 12, fill: 'quiet', most: 300 }))
  }
  const sum = shownInCode({ tools: proof?.tools ?? [] }, tools.length).words
  const height = head + rows.length * rowHeight + 12
  const inner = width - 2 * edge
  const parts = [
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" ${paint('paper')}/>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="none" ${paint('edge', 'stroke')}/>`,
    write(name, { x: edge, y: 27, size: 16, fill: 'ink', isBold: true, most: inner }),
    write(`${sum} · Proofstack`, { x: edge, y: 46, size: 12, fill: 'quiet', most: inner }),
    ...rows,
  ]
  const style = theme === 'auto' ? `<style>${darkRules}</style>` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"><title>${escaped(`The stack of ${name}: ${sum}`)}</title>${style}${parts.join('')}</svg>\n`
}

/** The end of a long path, which says more than its start. */
function endOf(path: string): string {
  let shown = path
  while (widthOf(shown, 'regular', 12) > 195 && /\/.*\//.test(shown))
    shown = shown.replace(/^(?:…\/)?[^/]*\//, '…/')
  return shown
}

const parts: readonly Part[] = ['paper', 'ink', 'quiet']

const darkRules = `@media (prefers-color-scheme:dark){${parts
  .map((part) => `.${part}{fill:${badgeColours.dark[part]}}`)
  .join('')}.edge{stroke:${badgeColours.dark.edge}}}`

/** The CSP of the picture in its own tab: it allows the style element of the picture alone. */
export const stackPolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', darkRules, 'base64')}'`
