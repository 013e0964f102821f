import type { APIRoute, GetStaticPaths } from 'astro'
import { publishedIcons } from '#catalog/published.ts'
import { iconFile } from '#exports/svg-sprite.ts'
import { toolSprite } from '#pages/_tool-icons.ts'
import { topicsWithFaces } from '#pages/_topic-faces.ts'

export const getStaticPaths: GetStaticPaths = () => [
  ...Object.entries(publishedIcons).map(([slug, icon]) => ({
    params: { name: slug },
    props: { svg: iconFile(icon) },
  })),
  ...[toolSprite, ...topicsWithFaces.flatMap(({ strip }) => strip ?? [])].map(({ file, svg }) => ({
    params: { name: file.replace(/\.svg$/, '') },
    props: { svg },
  })),
]

/** The SVG files: the icon of each tool, those of all tools, and those with the faces of a topic. */
export const GET: APIRoute = ({ props }) =>
  new Response(props.svg, { headers: { 'content-type': 'image/svg+xml' } })
