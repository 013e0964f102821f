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
    with everything (documents) as (select sum(w.documents) from search_words w where w.word in (':tool', ':product'))
    select r.kind, r.id, r.belongs as popularity
    from (
      select d.kind, d.id, d.popularity,
        case when e.documents >= 1.5 * (popularity_sizes())[c.class + 1] then c.class else array_length(popularity_sizes(), 1) end as belongs
      from everything e cross join lateral (
        select kind, id, popularity, row_number() over (order by view_count desc, kind, id) - 1 as before from search_documents
        where e.documents >= 1.5 * (popularity_sizes())[1]) d
        cross join lateral width_bucket(d.before::float8, popularity_sizes()) as c (class)) r
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
