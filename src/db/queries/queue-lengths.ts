import { sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'

export interface QueueLengths {
  pending: number
  rebuilds: number
}

/** How many submissions wait for an editor, and how many requested builds have not started. */
export async function readQueueLengths(db: Db): Promise<QueueLengths> {
  const { rows } = await sql<QueueLengths>`
    select (select count(*) from products where status = 'pending')::int as pending,
      (select count(*) from rebuilds where started_at is null)::int as rebuilds`.execute(db)
  return rows[0]!
}
