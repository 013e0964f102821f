import { hash } from 'node:crypto'
import type { Icon } from '#core/icon.ts'

/**
 * Joins icons into one SVG file with a symbol for each icon, whose id is the slug. So a page loads
 * all icons by one request. The file name contains a hash of the content: it can be cached forever.
 */
export function svgSprite(
  name: string,
  icons: Readonly<Record<string, Icon>>,
): { file: string; svg: string } {
  const symbols = Object.entries(icons).map(([slug, { attributes, shapes }]) => {
    return `<symbol id="${slug}" ${attributes}>${withOwnIds(slug, shapes)}</symbol>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
  return { file: `${name}.${hash('sha256', svg).slice(0, 12)}.svg`, svg }
}

/**
 * The shapes of an icon for a drawing of several, which may have the same ids. A slug has no dot, so
 * no symbol has an id of a shape.
 */
export function withOwnIds(slug: string, shapes: string): string {
  return shapes.replace(/(\sid="|\shref="#|:href="#|url\(#)/g, `$1${slug}.`)
}

/** The file of one icon. Its ink is that of styles/tokens.css: no style of a page reaches it. */
export function iconFile({ attributes, shapes }: Icon): string {
  const ink = '<style>@media(prefers-color-scheme:dark){svg{color:#e8ebee}}</style>'
  return `<svg xmlns="http://www.w3.org/2000/svg" color="#17202b" ${attributes}>${ink}${shapes}</svg>`
}
