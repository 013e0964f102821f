import type { APIRoute } from 'astro'
import { notFoundBodies } from '#present/nothing-here.ts'

/** The 404 page for programs. integration/output-config.ts chooses it by the Accept header. */
export const getStaticPaths = () => [
  { params: { ending: 'json' }, props: { body: notFoundBodies['application/json'] } },
  { params: { ending: 'md' }, props: { body: notFoundBodies['text/markdown'] } },
]

export const GET: APIRoute<{ body: string }> = ({ props }) => new Response(props.body)
