import { hash } from 'node:crypto'

/** An icon: an SVG file with one root element. */
export interface Icon {
  slug: string
  svg: string
}

/**
 * Joins icons into one SVG file with a symbol for each icon, whose id is the slug. So a page loads
 * all icons by one request. The file name contains a hash of the content: it can be cached forever.
 */
export function svgSprite(name: string, icons: readonly Icon[]): { file: string; svg: string } {
  const symbols = icons.map(({ slug, svg }) => {
    const [, attributes, drawn] = /^<svg([^>]*)>(.*)<\/svg>\s*$/s.exec(svg) ?? []
    if (attributes === undefined || drawn === undefined)
      throw new Error(`the icon of ${slug} is not one SVG root`)
    const kept = attributes.match(/\b(?:viewBox|fill)="[^"]*"/g) ?? []
    // The title element is removed, because pages show the name as text beside the icon.
    const shapes = drawn.replace(/<title>.*?<\/title>/s, '')
    return `<symbol id="${slug}" ${kept.join(' ')}>${shapes}</symbol>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
  return { file: `${name}.${hash('sha256', svg).slice(0, 12)}.svg`, svg }
}
