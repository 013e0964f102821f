import type { APIRoute, GetStaticPaths } from 'astro'
import { toolSprite } from '#pages/_tool-icons.ts'
import { topicsWithFaces } from '#pages/_topic-faces.ts'

export const getStaticPaths: GetStaticPaths = () =>
  [toolSprite, ...topicsWithFaces.flatMap(({ strip }) => strip ?? [])].map(({ file, svg }) => ({
    params: { sprite: file.replace(/\.svg$/, '') },
    props: { svg },
  }))

/** The SVG file with the icons of all tools, and those with the faces of a topic. */
export const GET: APIRoute = ({ props }) => new Response(props.svg)
