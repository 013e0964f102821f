// The baseline of `npm run bench`: a hand-written HTTP server that answers each read by SQL. It uses
// the same database as the service, and as many connections as one of its functions.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import { openExisting } from '#db/connection/open-existing.ts'

const { DATABASE_URL, DATA_DIR = '' } = process.env
const { db } = await openExisting({ DATABASE_URL, DATA_DIR })

/** SQL for a listing with its tools, compatibility and evidence, with the fields of the API. */
const listing = sql`
  p.id, p.name, p.slug, p.description, p.url, p.favicon_url, p.founder_name, p.founder_twitter,
  p.founder_profile_slug, p.launch_date, p.status, p.created_at, p.approved_at, p.view_count,
  p.is_featured, p.featured_rank, p.screenshot_url, p.submission_tier, p.review_priority,
  p.audience_tags, p.badge_verified, p.submitted_by_agent, p.overview, p.editorial_summary,
  p.qualification_type is not null and p.claim_review_status = 'verified' as is_agent_product,
  p.qualification_type, p.agent_use_case, p.qualification_statement, p.workflow_summary,
  p.agent_tools_used, p.supporting_links, p.claim_review_status, p.claim_reviewed_at,
  p.claim_review_notes, p.claim_verified_by, p.claim_evidence_summary,
  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug,
      'description', t.description, 'category', t.category, 'created_at', t.created_at)
      order by l.position), '[]')
    from product_tools l join tools t on t.id = l.tool_id where l.product_id = p.id) as tools,
  (select coalesce(json_agg(json_build_object('tool', t.slug, 'status', c.status, 'note', c.note)
      order by c.position), '[]')
    from compatibility c join tools t on t.id = c.tool_id where c.product_id = p.id) as compatibility,
  (select coalesce(json_agg(json_build_object('type', e.type, 'url', e.url, 'shows', e.shows)
      order by e.position), '[]')
    from evidence e where e.product_id = p.id) as evidence`

async function list(query: URLSearchParams) {
  const tool = query.get('tool')
  const condition = sql`p.status = 'approved'
    and (${tool}::text is null or exists (select from product_tools l join tools t on t.id = l.tool_id
      where l.product_id = p.id and t.slug = ${tool}))`
  const order = query.get('sort') === 'popular' ? sql`p.view_count desc,` : sql``
  const [products, counts] = await Promise.all([
    rowsOf(sql`select ${listing} from products p where ${condition}
      order by ${order} p.approved_at desc, p.id limit 24 offset ${Number(query.get('offset') ?? 0)}`),
    rowsOf(sql`select count(*)::int as total from products p where ${condition}`),
  ])
  return { products, ...counts[0], limit: 24 }
}

async function one(condition: RawBuilder<unknown>) {
  const query = sql`select ${listing} from products p where p.status = 'approved' and ${condition}`
  return { product: (await rowsOf(query))[0] ?? null }
}

const text = sql.raw(
  `to_tsvector('english', name || ' ' || description || ' ' || coalesce(overview, ''))`,
)
await sql`create index if not exists bench_text on products using gin (${text})`.execute(db)

async function search(query: string) {
  const asked = sql`websearch_to_tsquery('english', ${query})`
  const products = await rowsOf(sql`select ${listing} from products p
    where p.status = 'approved' and ${text} @@ ${asked}
    order by ts_rank(${text}, ${asked}) desc, p.id limit 20`)
  return { products }
}

async function rowsOf(query: RawBuilder<unknown>) {
  return (await query.execute(db)).rows as object[]
}

function answer({ pathname, searchParams }: URL): Promise<object> {
  if (pathname === '/api/v1/products') return list(searchParams)
  if (pathname === '/api/v1/lookup') return one(sql`p.domain = ${searchParams.get('url')}`)
  const query = searchParams.get('q') ?? searchParams.get('task')
  if (query !== null) return search(query)
  return one(sql`p.slug = ${pathname.slice('/api/v1/products/'.length)}`)
}

const server = http.createServer(async (request, response) => {
  const body = JSON.stringify(await answer(new URL(request.url!, 'http://localhost')))
  const length = Buffer.byteLength(body)
  response.setHeader('content-type', 'application/json').setHeader('content-length', length)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('disconnect', () => process.exit())
