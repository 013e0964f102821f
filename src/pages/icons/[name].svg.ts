import type { APIRoute, GetStaticPaths } from 'astro'
import { publishedIcons } from '#catalog/published.ts'
import { iconFile } from '#exports/svg-sprite.ts'
import { toolSprite } from '#pages/_tool-icons.ts'

export const getStaticPaths: GetStaticPaths = () => [
  ...Object.entries(publishedIcons).map(([slug, icon]) => ({
    params: { name: slug },
    props: { svg: iconFile(icon) },
  })),
  { params: { name: toolSprite.file.replace(/\.svg$/, '') }, props: { svg: toolSprite.svg } },
]

/** The SVG files: the icon of each tool, and those of all tools. */
export const GET: APIRoute = ({ props }) =>
  new Response(props.svg, { headers: { 'content-type': 'image/svg+xml' } })
