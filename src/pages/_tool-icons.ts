import { readFileSync } from 'node:fs'
import path from 'node:path'
import { catalog } from '#catalog/published.ts'
import { svgSprite } from '#exports/svg-sprite.ts'

// The path is relative to the working directory, because Astro builds in the checkout.
const folder = path.resolve('public/icons')
const icons = catalog.tools.flatMap(({ slug, icon }) =>
  icon === null ? [] : [{ slug, svg: readFileSync(path.join(folder, icon), 'utf8') }],
)
const drawn = new Set(icons.map(({ slug }) => slug))

/** The icons of all tools in one SVG file, so that pages with many icons load only one file. */
export const toolSprite = svgSprite('tools', icons)

/** The URL of a tool's icon in the sprite file; undefined for a tool without an icon. */
export function toolIcon(slug: string): string | undefined {
  return drawn.has(slug) ? `/icons/${toolSprite.file}#${slug}` : undefined
}
