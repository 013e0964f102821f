import type { APIRoute } from 'astro'
import { publishedAt, publishedQuarters } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { quarterCsv, quarterMarkdown } from '#exports/quarter.ts'

export const getStaticPaths = () =>
  publishedQuarters.flatMap((view) => [
    { params: { file: `${view.slug}.csv` }, props: { text: quarterCsv(view) } },
    {
      params: { file: `${view.slug}.md` },
      props: { text: quarterMarkdown(view, addresses(publishedAt)) },
    },
  ])

export const GET: APIRoute = ({ props }) => new Response(props.text)
