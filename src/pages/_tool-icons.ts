import { readFileSync } from 'node:fs'
import path from 'node:path'
import { catalog } from '#catalog/published.ts'
import { svgSprite } from '#exports/svg-sprite.ts'

// Astro builds in the checkout.
const folder = path.resolve('public/icons')
const icons = catalog.tools.flatMap(({ slug, icon }) =>
  icon === null ? [] : [{ slug, svg: readFileSync(path.join(folder, icon), 'utf8') }],
)
const drawn = new Set(icons.map(({ slug }) => slug))

/** The icons of all tools as one file, for pages that show many. */
export const toolSprite = svgSprite('tools', icons)

/** The id of a tool's icon in that file; undefined for a tool without one. */
export function toolIcon(slug: string): string | undefined {
  return drawn.has(slug) ? `/icons/${toolSprite.file}#${slug}` : undefined
}
