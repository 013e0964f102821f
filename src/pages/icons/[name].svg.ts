import type { APIRoute, GetStaticPaths } from 'astro'
import { families, toolTopics } from 'virtual:build'
import { catalog, publishedIcons } from '#catalog/published.ts'
import { iconFile } from '#exports/svg-sprite.ts'
import { toolSprite } from '#pages/_tool-icons.ts'
import { sunset } from '#present/lists/browse.ts'
import { faceOf } from '#present/face.ts'

const fileOf = (name: string, svg: string) => ({ params: { name }, props: { svg } })
const face = (slug: string, topics: readonly string[] = []) =>
  iconFile({ attributes: 'viewBox="0 0 4 4"', shapes: faceOf({ slug, topics }, families) })

export const getStaticPaths: GetStaticPaths = () => [
  ...catalog.tools.map(({ slug }) => {
    const icon = publishedIcons[slug]
    return fileOf(slug, icon ? iconFile(icon) : face(slug, toolTopics[slug]))
  }),
  ...[...catalog.listings([])].map((listing) =>
    fileOf(`product-${listing.slug}`, face(listing.slug, listing.field('topics'))),
  ),
  ...[...catalog.listings([sunset])].map(({ slug }) => fileOf(`product-${slug}`, face(slug))),
  fileOf(toolSprite.file.replace(/\.svg$/, ''), toolSprite.svg),
]

/** The SVG files: the icon or face of each tool, the face of each product, and all icons. */
export const GET: APIRoute = ({ props }) =>
  new Response(props.svg, { headers: { 'content-type': 'image/svg+xml' } })
