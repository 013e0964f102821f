import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { fitWeights } from '#core/ranking.ts'
import { searchKey } from '#core/search-key.ts'
import { wordGroups } from '#core/word-groups.ts'
import { type Db, connect } from '#db/connect.ts'
import { listChanges } from '#db/changelog.ts'
import { listApprovedBySlug } from '#db/products.ts'
import { findRecommendationCandidates } from '#db/recommend.ts'
import { findSearchCandidates } from '#db/search.ts'
import { type Figure, figure, percentile, rounded } from './figure.ts'
import type { Ground } from './ground.ts'
import { fieldWords, vocabulary } from './vocabulary.ts'

const rounds = 60

/** What people ask for in their own words; each names a topic or several. */
const phrases = [
  'customer support agent for email',
  'research tool with memory for teams',
  'open source voice agent',
  'chatbot for my website',
  'automate browser tasks',
  'invoice and payment tracking',
  'sales outreach by email',
  'monitor llm token costs',
  'knowledge base search for documents',
  'intercom alternative',
  'meeting notes with calendar',
  'coding assistant for repository',
] as const

/**
 * What each question costs the database: rows, pages, processor time, and its whole time as a ratio
 * to the cheapest one on the same connection. Other load of the machine shows in the whole time, and
 * not in the processor's.
 */
export async function measureSql(ground: Ground): Promise<Figure[]> {
  const db = connect(ground.databaseUrl, { max: 1, onError: () => {} })
  try {
    const questions = await questionsOf(ground, db)
    const floor = await timed(db, () => sql`select 1`.execute(db))
    const figures: Figure[] = []
    for (const [name, ask] of Object.entries(questions)) {
      const { p50, p95, processor } = await timed(db, ask)
      figures.push(
        figure({
          part: 'sql',
          name: `SQL: ${name}`,
          unit: 'ms',
          value: p95,
          floor: floor.p95,
          floorIs: 'select 1 on the same connection',
          more: { 'p50 ms': rounded(p50), ...processor, ...(await work(db, ask)) },
        }),
      )
    }
    return figures
  } finally {
    await db.destroy()
  }
}

type Ask = (index: number) => Promise<unknown>

async function questionsOf({ content }: Ground, db: Db): Promise<Record<string, Ask>> {
  const { rows } = await sql<{ slug: string; name: string }>`
    select slug, name from products where status = 'approved'
    order by md5(slug) limit 60`.execute(db)
  const { rows: popular } = await sql<{ id: string }>`
    select tool_id as id from product_tools group by 1 order by count(*) desc, 1 limit 10`.execute(
    db,
  )
  const tools = popular.map(({ id }) => id)
  const at = (index: number) => rows[index % rows.length]!
  const groupsOf = (text: string) => wordGroups(text, content)
  const search = (q: string) =>
    findSearchCandidates(db, { key: searchKey(q), groups: groupsOf(q), kind: null, limit: 20 })
  const recommend = (useCase: string | null, toolIds: string[], task: string) =>
    findRecommendationCandidates(db, {
      useCase,
      toolIds,
      groups: groupsOf(task),
      wanted: 10,
      fit: fitWeights,
    })
  const broad = (index: number) => fieldWords[index % 12]!
  const middle = (index: number) => vocabulary[150 + index]!
  const changes = (order: 'asc' | 'desc', after: string | null) =>
    listChanges(db, { since: null, after, order, limit: 50 })
  return {
    'search, a broad word': (index) => search(broad(index)),
    'search, a middle word': (index) => search(middle(index)),
    'search, a rare word': (index) => search(vocabulary.at(-1 - index)!),
    'search, two words': (index) =>
      search(`${broad(index)} ${index % 2 === 0 ? broad(index + 5) : middle(index)}`),
    'search, a phrase': (index) => search(phrases[index % phrases.length]!),
    'search, a typo in a name': (index) => search(`${at(index).name.slice(0, -1)}q`),
    'search, a name': (index) => search(at(index).name),
    'search, the beginning of a name': (index) => search(at(index).name.slice(0, 3)),
    'search, nonsense': (index) => search(`xq${index}zzv wqk${index}`),
    'recommend, use case': () => recommend('support', [], 'support'),
    'recommend, a task': (index) => recommend(null, [], phrases[index % phrases.length]!),
    'recommend, popular stack': () => recommend(null, tools.slice(0, 2), ''),
    'recommend, task and stack': (index) =>
      recommend('research', tools.slice(5, 7), phrases[index % phrases.length]!),
    compare: (index) => listApprovedBySlug(db, [at(index).slug, at(index + 1).slug]),
    'changelog, newest page': () => changes('desc', null),
    'changelog, by cursor': (index) =>
      changes('asc', new Date(Date.UTC(2022, 11, 2) + index * 3_600_000).toISOString()),
  }
}

async function timed(db: Db, ask: Ask) {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const pid = rows[0]!.pid
  for (let index = 0; index < 5; index++) await ask(index)
  const times = new Float64Array(rounds)
  const worked = new Float64Array(rounds)
  for (let index = 0; index < rounds; index++) {
    const before = processorMs(pid)
    const began = performance.now()
    await ask(index)
    times[index] = performance.now() - began
    worked[index] = processorMs(pid) - before
  }
  times.sort()
  worked.sort()
  const told = (share: number) =>
    Number.isNaN(worked[0]) ? null : rounded(percentile(worked, share))
  const processor = { 'processor p50 ms': told(0.5), 'processor p95 ms': told(0.95) }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), processor }
}

/** How long the processor has worked for a process. Linux alone tells it so exactly; else NaN. */
function processorMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return Number.NaN
  }
}

/**
 * What one question reads: rows of tables, whole scans and by index, and pages of 8 kB. The very
 * statement that the code sends is counted, which an EXPLAIN of a copy would not do.
 */
async function work(db: Db, ask: Ask) {
  const before = await counters(db)
  await ask(0)
  const after = await counters(db)
  // Counting reads a few pages itself: as many as it takes to count nothing.
  const idle = await counters(db)
  const pages = after.pages - before.pages - (idle.pages - after.pages)
  return { rows: after.rows - before.rows, pages: Math.max(0, pages) }
}

async function counters(db: Db): Promise<{ rows: number; pages: number }> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ rows: string; pages: string }>`
    select
      (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables) as rows,
      (select blks_hit + blks_read from pg_stat_database
        where datname = current_database()) as pages`.execute(db)
  return { rows: Number(rows[0]!.rows), pages: Number(rows[0]!.pages) }
}
