import type { APIRoute, GetStaticPaths } from 'astro'
import { toolSprite } from '#pages/_tool-icons.ts'

export const getStaticPaths: GetStaticPaths = () => [
  { params: { sprite: toolSprite.file.replace(/\.svg$/, '') } },
]

/** The SVG file with the icons of all tools. */
export const GET: APIRoute = () => new Response(toolSprite.svg)
