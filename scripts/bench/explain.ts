import type { PoolClient } from '@neondatabase/serverless'
import { sql } from 'kysely'
import { connect } from '#db/connect.ts'
import type { Ground } from './ground.ts'
import { questionsOf } from './questions.ts'

/** A node of a plan, as `auto_explain` tells it: rows are of one of its loops. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

/**
 * How Postgres answers one question of each kind: every statement that reads a table, those inside
 * our functions too, with its time, its pages of 8 kB, and what each scan brought and threw away.
 * The statements are the code's own: `auto_explain` hears of them while they run.
 */
export async function explainSql(ground: Ground): Promise<string> {
  const told: string[] = []
  const db = connect(ground.databaseUrl, {
    max: 1,
    onError: () => {},
    idleMs: 60_000,
    onPool: (pool) =>
      pool.on('connect', (client: PoolClient) =>
        client.on('notice', ({ message = '' }) => told.push(message)),
      ),
  })
  try {
    const questions = await questionsOf(ground, db)
    const lines = [`${ground.size} listings`]
    for (const [name, ask] of Object.entries(questions)) {
      // Until then Postgres may still choose between a plan for these values and one for all.
      for (let index = 0; index < 8; index++) await ask(index)
      await explainFrom(db)
      told.length = 0
      await ask(0)
      lines.push('', name, ...told.flatMap(statementOf))
      await sql`set auto_explain.log_min_duration = -1`.execute(db)
    }
    return lines.join('\n')
  } finally {
    await db.destroy()
  }
}

async function explainFrom(db: ReturnType<typeof connect>): Promise<void> {
  await sql`load 'auto_explain'`.execute(db)
  const settings = {
    log_nested_statements: 'on',
    log_analyze: 'on',
    log_buffers: 'on',
    // To read the clock for each row would take longer than the row.
    log_timing: 'off',
    log_format: 'json',
    // Our functions say nothing below it.
    log_level: 'warning',
    log_min_duration: '0',
  }
  for (const [name, value] of Object.entries(settings))
    await sql`select set_config(${`auto_explain.${name}`}, ${value}, false)`.execute(db)
}

/** One line for a statement, or none for one that reads no table. */
export function statementOf(message: string): string[] {
  const [, milliseconds, plan] =
    /^duration: ([\d.]+) ms\s+plan:\s*(\{[^]*\})\s*$/.exec(message) ?? []
  if (plan === undefined) return []
  // Written by auto_explain in the form that PlanNode has.
  const root = (JSON.parse(plan) as { Plan: PlanNode }).Plan
  const scans = scansOf(root)
  if (scans.length === 0) return []
  const pages = root['Shared Hit Blocks'] + root['Shared Read Blocks']
  return [`  ${Number(milliseconds).toFixed(2)} ms, ${pages} pages: ${scans.join('; ')}`]
}

/** The scans below a node, the same ones as one. */
function scansOf(root: PlanNode): string[] {
  const found = new Map<string, { rows: number; removed: number; loops: number }>()
  const look = (node: PlanNode) => {
    const where = node['Index Name'] ?? node['Relation Name']
    const loops = node['Actual Loops']
    if (where !== undefined && loops > 0) {
      const name = `${node['Node Type'].toLowerCase()} ${where}`
      const known = found.get(name) ?? { rows: 0, removed: 0, loops: 0 }
      const removed =
        (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
      found.set(name, {
        rows: known.rows + node['Actual Rows'] * loops,
        removed: known.removed + removed * loops,
        loops: known.loops + loops,
      })
    }
    for (const below of node.Plans ?? []) look(below)
  }
  look(root)
  return [...found].map(
    ([name, { rows, removed, loops }]) =>
      `${name} ${rows}${removed > 0 ? ` of ${rows + removed}` : ''}${loops > 1 ? ` in ${loops}` : ''}`,
  )
}
