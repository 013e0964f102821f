import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { type Db, connect } from '#db/connect.ts'
import { type Figure, figure, percentile, rounded } from './figure.ts'
import type { Ground } from './ground.ts'
import { type Ask, questionsOf } from './questions.ts'

const rounds = 60

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
