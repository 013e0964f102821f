import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** A document whose class is not the one that its views give it. */
export interface Misplaced {
  kind: 'tool' | 'product'
  id: string
  /** The class that it belongs to; `popularity_sizes` of the database says how many are in each. */
  popularity: number
}

/** Nothing in a directory that is hardly larger than the first class: there `find_candidates` asks for none. */
export async function listMisplaced(db: Db): Promise<Misplaced[]> {
  const { rows } = await sql<Misplaced>`
    select r.kind, r.id, r.belongs as popularity
    from (
      select d.kind, d.id, d.popularity,
        width_bucket((row_number() over (order by d.view_count desc, d.kind, d.id) - 1)::float8, popularity_sizes()) as belongs
      from search_documents d
      where (select sum(w.documents) from search_words w where w.word in (':tool', ':product')) >= 1.5 * (popularity_sizes())[1]) r
    where r.popularity <> r.belongs order by r.kind, r.id`.execute(db)
  return rows
}

/** Writes the classes of these documents. */
export async function setPopularity(db: Db, documents: readonly Misplaced[]): Promise<void> {
  await sql`
    update search_documents d set popularity = m.popularity
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as m (kind text, id uuid, popularity smallint)
    where d.kind = m.kind and d.id = m.id`.execute(db)
}
