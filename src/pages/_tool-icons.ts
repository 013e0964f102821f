import { publishedIcons } from '#catalog/published.ts'
import { svgSprite } from '#exports/svg-sprite.ts'

/** The icons of all tools in one SVG file, so that pages with many icons load only one file. */
export const toolSprite = svgSprite('tools', publishedIcons)

/** The URL of a tool's icon in the sprite file; undefined for a tool without an icon. */
export function toolIcon(slug: string): string | undefined {
  return slug in publishedIcons ? `/icons/${toolSprite.file}#${slug}` : undefined
}
