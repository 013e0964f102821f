import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** The interface through which a question was sent. */
export type QuestionDoor = 'rest' | 'mcp' | 'page'

/** A question that had no results, and how often it was sent on a day (YYYY-MM-DD). */
export interface UnansweredQuestion {
  day: string
  door: QuestionDoor
  question: string
  count: number
}

/**
 * Adds up unanswered questions in one statement. After about `most` different questions on a day,
 * new ones are dropped, so that nobody can fill the table.
 */
export async function countQuestions(
  db: Db,
  questions: readonly UnansweredQuestion[],
  most: number,
): Promise<void> {
  await sql`
    with asked as (
      select a.*, known.count is null as is_new,
        row_number() over (partition by a.day, known.count is null order by a.question, a.door) as place
      from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) as a (day date, door text, question text, count integer)
      left join unanswered_questions known on known.day = a.day and known.door = a.door and known.question = a.question)
    insert into unanswered_questions as known (day, door, question, count)
    select day, door, question, least(count, 1000000) from asked
    where not is_new or place + (select count(*) from unanswered_questions u where u.day = asked.day) <= ${most}
    -- In a fixed order, so that two writers cannot deadlock.
    order by day, door, question
    on conflict (day, door, question) do update set count = least(known.count + excluded.count, 1000000)`.execute(
    db,
  )
}

/** The questions without results since a day, most frequent first, added up over all interfaces. */
export async function listQuestions(
  db: Db,
  { since, limit }: { since: string; limit: number },
): Promise<{ question: string; count: number; doors: QuestionDoor[]; last: string }[]> {
  const { rows } = await sql<Awaited<ReturnType<typeof listQuestions>>[number]>`
    select question, sum(count)::int as count, array_agg(distinct door order by door) as doors, max(day)::text as last
    from unanswered_questions where day >= ${since}::date
    group by question order by sum(count) desc, max(day) desc, question limit ${limit}`.execute(db)
  return rows
}
