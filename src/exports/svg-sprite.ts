import { hash } from 'node:crypto'

/** An icon: an SVG file that is one root with a view box and what it draws. */
export interface Icon {
  slug: string
  svg: string
}

/**
 * Joins icons into one file with a symbol for each, which a page names by its slug: one request for
 * all of them, and none again while none changes. `file` has a hash of what is in it.
 */
export function svgSprite(name: string, icons: readonly Icon[]): { file: string; svg: string } {
  const symbols = icons.map(({ slug, svg }) => {
    const [, attributes, drawn] = /^<svg([^>]*)>(.*)<\/svg>\s*$/s.exec(svg) ?? []
    if (attributes === undefined || drawn === undefined)
      throw new Error(`the icon of ${slug} is not one SVG root`)
    const kept = attributes.match(/\b(?:viewBox|fill)="[^"]*"/g) ?? []
    // The name stands beside it as text.
    const shapes = drawn.replace(/<title>.*?<\/title>/s, '')
    return `<symbol id="${slug}" ${kept.join(' ')}>${shapes}</symbol>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
  return { file: `${name}.${hash('sha256', svg).slice(0, 12)}.svg`, svg }
}
