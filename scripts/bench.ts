import { sql } from 'kysely'
import { productDocument } from '../src/core/search-document.ts'
import { searchKey, searchWords } from '../src/core/search-key.ts'
import { rankSearch } from '../src/core/search-ranking.ts'
import { listChanges } from '../src/db/changelog.ts'
import { type Db, connect } from '../src/db/connect.ts'
import { migrate } from '../src/db/migrate.ts'
import { listApprovedById, listApprovedBySlug } from '../src/db/products.ts'
import { findRecommendationCandidates } from '../src/db/recommend.ts'
import { findSearchCandidates, setSearchDocuments } from '../src/db/search.ts'
import { databaseUrl } from '../src/testing/database-template.ts'
import { startPostgres } from './postgres.ts'
import { run } from './run.ts'

const sizes = [10_000, 100_000]
const rounds = 60

const syllables = [
  'ba',
  'ke',
  'lo',
  'mi',
  'nu',
  'ra',
  'se',
  'to',
  'vi',
  'zu',
  'da',
  'fe',
  'go',
  'hi',
  'ju',
  'pa',
  'qui',
  'sto',
  'tra',
  'ble',
]

// How long the questions of the API take on a real Postgres, as ratios to the cheapest query on the
// same connection: a listing by its slug.
await run(async () => {
  const postgres = await startPostgres()
  try {
    for (const size of sizes) await measure(postgres.url, size)
  } finally {
    await postgres.stop()
  }
})

async function measure(server: string, size: number) {
  const name = `bench_${size}`
  const admin = connect(server, { max: 1, onError: console.error })
  await sql`create database ${sql.id(name)}`.execute(admin)
  await admin.destroy()
  const db = connect(databaseUrl(server, name), { max: 1, onError: console.error })
  await migrate(db)
  const { tools, rare } = await fill(db, size)
  await sql`analyze`.execute(db)

  const search = (q: string) => async () => {
    const question = { key: searchKey(q), words: searchWords(q), kind: null }
    rankSearch(question, await findSearchCandidates(db, question))
  }
  const recommend = (useCase: string | null, toolIds: string[], task: string) => async () => {
    const found = await findRecommendationCandidates(db, {
      useCase,
      toolIds,
      words: searchWords(task),
    })
    await listApprovedById(
      db,
      found.slice(0, 10).map(({ id }) => id),
    )
  }
  const slug = (index: number) => `p${(index * 7919) % size}`
  const questions: Record<string, (index: number) => Promise<unknown>> = {
    'listing by slug (the floor)': (index) =>
      db.selectFrom('products').select('id').where('slug', '=', slug(index)).execute(),
    'search, a broad word': () => search('agent')(),
    'search, two broad words': () => search('agent workflow')(),
    'search, a rare word': (index) => search(rare[index % rare.length]!)(),
    'search, a typo in a name': (index) => search(`${name3(index * 31 + 7)}x`)(),
    'recommend, use case': () => recommend('support', [], 'support')(),
    'recommend, popular stack': () => recommend(null, tools.slice(0, 2), '')(),
    'recommend, task and stack': () =>
      recommend('research', tools.slice(5, 7), 'read papers with agents')(),
    compare: (index) => listApprovedBySlug(db, [slug(index), slug(index + 1)]),
    'changelog, newest page': () =>
      listChanges(db, { since: null, after: null, order: 'desc', limit: 50 }),
    'changelog, by cursor': (index) =>
      listChanges(db, {
        since: null,
        after: new Date(Date.UTC(2020, 0, 1) + index * 1000).toISOString(),
        order: 'asc',
        limit: 50,
      }),
  }
  console.log(`\n${size} listings`.padEnd(34) + 'p50 ms   p95 ms   p95 / floor   rows read')
  let floor = 0
  for (const [question, ask] of Object.entries(questions)) {
    for (let index = 0; index < 5; index++) await ask(index)
    const times: number[] = []
    for (let index = 0; index < rounds; index++) {
      const began = performance.now()
      await ask(index)
      times.push(performance.now() - began)
    }
    times.sort((a, b) => a - b)
    const [p50, p95] = [times[Math.floor(rounds * 0.5)]!, times[Math.floor(rounds * 0.95)]!]
    floor ||= p95
    const before = await rowsRead(db)
    await ask(0)
    const rows = (await rowsRead(db)) - before
    console.log(
      `${question.padEnd(34)}${p50.toFixed(2).padStart(6)}   ${p95.toFixed(2).padStart(6)}   ${(p95 / floor).toFixed(1).padStart(8)}   ${String(rows).padStart(12)}`,
    )
  }
  await db.destroy()
}

/** How many rows this database has read from its tables, whole scans and by index. */
async function rowsRead(db: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ read: string }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_user_tables`.execute(
    db,
  )
  return Number(rows[0]!.read)
}

/**
 * A pronounceable name for a number, different for each below 8,000 and repeated with another
 * ending above.
 */
function name3(index: number): string {
  const part = (place: number) => syllables[Math.floor(index / 20 ** place) % 20]!
  return part(0) + part(1) + part(2) + (index >= 8000 ? part(3) + part(4) : '')
}

/** Every listing says "agent", most say "workflow"; the rest of its words follow a long tail. */
async function fill(db: Db, size: number): Promise<{ tools: string[]; rare: string[] }> {
  await sql`insert into categories (slug, name, description, position) values ('backend-db', 'Back end', 'd', 0)`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`
    insert into tools (slug, name, description, category, homepage)
    select 'tool-' || n, 'Tool ' || n, 'A tool.', 'backend-db', 'https://tool.example' from generate_series(1, 150) n returning id`.execute(
    db,
  )
  const tools = rows.map(({ id }) => id)
  const useCases = [
    'support',
    'research',
    'operations',
    'sales',
    'voice',
    'browser_automation',
  ] as const
  for (let start = 0; start < size; start += 2000) {
    const batch = Array.from({ length: Math.min(2000, size - start) }, (_, offset) => {
      const index = start + offset
      const name = name3(index)
      const tail = Array.from({ length: 12 }, (_unused, place) =>
        name3((index * (place + 3) * 131) % 8000),
      ).join(' ')
      const description = `An agent${index % 5 === 0 ? '' : ' with a workflow'} for ${tail}.`.slice(
        0,
        240,
      )
      const useCase = useCases[index % 6]!
      return {
        id: crypto.randomUUID(),
        index,
        slug: `p${index}`,
        name,
        description,
        use_case: useCase,
        // Every second listing is built with the first tool.
        tool: index % 2 === 0 ? 0 : index % 150,
        second: (index * 7) % 40,
      }
    })
    await sql`
      with p as (
        insert into products (id, slug, name, description, url, domain, registrable_domain, source_kind, status, approved_at, referral_code,
          agent_use_case, qualification_type, claim_review_status)
        select id, slug, name, description, 'https://' || slug || '.example', slug || '.example', slug || '.example', 'user_submission', 'approved',
          timestamptz '2020-01-01' + substr(slug, 2)::int * interval '1 second', slug, use_case, 'agent_native',
          case when substr(slug, 2)::int % 3 = 0 then 'verified' else 'submitted' end
        from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as b (id uuid, slug text, name text, description text, use_case text)
        returning id, approved_at)
      insert into changelog (type, "timestamp", product_id, approved_at) select 'product_approved', approved_at, id, approved_at from p`.execute(
      db,
    )
    await sql`
      insert into product_tools (product_id, tool_id, position, standing, agent_use_case)
      select distinct on (b.id, t.id) b.id, t.id, t.place, case when b.index % 3 = 0 then 10 else 0 end, b.use_case from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as b (id uuid, index int, use_case text, tool int, second int)
      cross join lateral (values ((${tools}::uuid[])[b.tool + 1], 0), ((${tools}::uuid[])[b.second + 1], 1)) as t (id, place)
      order by b.id, t.id, t.place`.execute(db)
    await setSearchDocuments(
      db,
      batch.map(({ id, index, slug, name, description, use_case, tool, second }) => ({
        kind: 'product',
        standing: index % 3 === 0 ? 10 : 0,
        agent_use_case: use_case,
        tool_ids: [...new Set([tools[tool]!, tools[second]!])],
        id,
        slug,
        name,
        view_count: 0,
        ...productDocument({
          slug,
          name,
          description,
          overview: null,
          workflow_summary: null,
          qualification_statement: null,
          agent_use_case: use_case,
          tools: [],
        }),
      })),
    )
  }
  return { tools, rare: Array.from({ length: 40 }, (_, index) => name3(index * 97 + 11)) }
}
