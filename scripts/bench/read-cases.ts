import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Ground } from './ground.ts'
import type { Call } from './http-client.ts'
import { fieldWords, vocabulary } from './vocabulary.ts'

/** A read under measure: its calls are asked in turn. */
export interface ReadCase {
  name: string
  calls: Call[]
  /** Whether the cheapest way to this answer asks the database. */
  asksDatabase?: boolean
}

/** Every read of the house, on listings that are spread over this database. */
export async function readCases(ground: Ground, site: string): Promise<ReadCase[]> {
  const { slugs, domains, names, tool, category } = await samples(ground)
  const api = (...paths: string[]) => get(...paths.map((at) => `/api/v1${at}`))
  const encoded = encodeURIComponent
  const search = (...queries: string[]) =>
    api(...queries.map((query) => `/search?q=${encoded(query)}`))
  const isFile = (slug: string) => existsSync(path.join(site, `static/product/${slug}/index.html`))
  const files = slugs.filter(isFile).map((slug) => `/product/${slug}`)
  const onDemand = slugs.filter((slug) => !isFile(slug)).map((slug) => `/product/${slug}`)
  const pairs = slugs.map((slug, index) => `${slug},${slugs[(index + 1) % slugs.length]}`)
  const pages = Array.from({ length: 200 }, (_, n) => Math.floor((ground.size / 200) * n))
  const rare = vocabulary.slice(-200).filter((word) => word.length > 4)
  const tasks = ['customer support', 'browse the web', 'sales outreach', 'voice calls']
  return [
    { name: 'list of 24', calls: api('/products') },
    { name: 'list by tool', calls: api(`/products?tool=${tool}`) },
    { name: 'list by category', calls: api(`/products?category=${category}`) },
    { name: 'list, popular first', calls: api('/products?sort=popular') },
    { name: 'list, in the middle', calls: api(`/products?offset=${Math.floor(ground.size / 2)}`) },
    // More than the catalogue keeps of whole answers, so that each is found and joined anew.
    {
      name: 'list, another page each time',
      calls: api(...pages.map((at) => `/products?offset=${at}`)),
    },
    { name: 'list of 24 in brief', calls: api('/products?detail=brief') },
    { name: 'one listing', calls: api(...slugs.map((slug) => `/products/${slug}`)) },
    { name: 'lookup by domain', calls: api(...domains.map((of) => `/lookup?url=${encoded(of)}`)) },
    { name: 'tools', calls: api('/tools') },
    { name: 'compare', calls: api(...pairs.map((two) => `/compare?slugs=${two}`)) },
    { name: 'search, a broad word', calls: search(...fieldWords.slice(0, 4)) },
    { name: 'search, a rare word', calls: search(...rare.slice(-20)) },
    { name: 'search, two words', calls: search('agent workflow', 'voice data') },
    { name: 'search, a name with a typo', calls: search(...names.map(slip)) },
    {
      name: 'search, a phrase',
      calls: search('customer support agent for email', 'research tool with memory for teams'),
    },
    {
      name: 'recommend, a task',
      calls: api(...tasks.map((task) => `/recommend?task=${encoded(task)}`)),
    },
    { name: 'recommend, a stack', calls: api(`/recommend?stack=${tool},redis`) },
    {
      name: 'recommend, task and stack',
      calls: api(...tasks.map((task) => `/recommend?task=${encoded(task)}&stack=${tool}`)),
    },
    { name: 'changelog', calls: api('/changelog'), asksDatabase: true },
    { name: 'product page, a file', calls: get(...files) },
    { name: 'product page, on demand', calls: get(...onDemand) },
  ]
}

function get(...paths: string[]): Call[] {
  return paths.map((at) => ({ method: 'GET', path: at }))
}

/** A name as it is mistyped. */
function slip(name: string): string {
  return `${name.slice(0, 3)}${name.slice(4)}`
}

/**
 * Listings spread over the whole directory, the newest one, which may have come after the build,
 * and what most of them are built with.
 */
async function samples({ db }: Ground) {
  const { rows } = await sql<{ slug: string; domain: string; name: string }>`
    (select slug, domain, name from products where status = 'approved'
      order by md5(slug) limit 60)
    union
    (select slug, domain, name from products where status = 'approved'
      order by approved_at desc limit 1)`.execute(db)
  const { rows: tools } = await sql<{ slug: string; category: string }>`
    select t.slug, t.category from product_tools p join tools t on t.id = p.tool_id
    group by t.id order by count(*) desc, t.slug limit 1`.execute(db)
  const { slug: tool, category } = tools[0]!
  const of = (key: 'slug' | 'domain' | 'name') => rows.map((row) => row[key])
  return {
    slugs: of('slug'),
    domains: of('domain'),
    names: of('name').slice(0, 20),
    tool,
    category,
  }
}
