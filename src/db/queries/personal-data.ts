// Where the e-mail address of a person is kept, and what erasing it does there.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/connection/connect.ts'
import type { Database } from '#db/migrations/schema.ts'

interface Place {
  /** The rows that hold the address. */
  where: (address: Address) => RawBuilder<unknown>
  /** The columns that lose it; without them, the rows are deleted. */
  set?: (address: Address) => RawBuilder<unknown>
}

interface Address {
  /** In lower case, as submissions keep it. */
  email: string
  /** A regular expression of Postgres that finds the address in a text of JSON. */
  pattern: string
}

const ofSubmitter = ({ email }: Address) =>
  sql`product_id in (select id from products where submitter_email = ${email})`

/**
 * Every table that holds an address in clear. The submissions come last, because the rows before
 * them are found by their address. A table with a new column for an address gets a line here.
 */
export const addressPlaces = {
  // The links in mails open a listing, and their owner is nobody then.
  manage_tokens: { where: ofSubmitter },
  owner_claims: { where: ({ email }) => sql`lower(email) = ${email}` },
  claims: { where: ({ email }) => sql`lower(email) = ${email}` },
  reports: {
    where: ({ email, pattern }) =>
      sql`email = ${email} or concat_ws(' ', message, source, answer) ~* ${pattern}`,
    set: ({ email, pattern }) => sql`email = nullif(email, ${email}),
      message = ${erased(sql`message`, pattern)}, source = ${erased(sql`source`, pattern)},
      answer = ${erased(sql`answer`, pattern)}`,
  },
  outbox: { where: ({ email }) => sql`lower(to_email) = ${email}` },
  idempotency_keys: { where: ({ pattern }) => sql`response::text ~* ${pattern}` },
  proposals: {
    where: ({ pattern }) => sql`concat_ws(' ', changes::text, reason) ~* ${pattern}`,
    set: ({ pattern }) =>
      sql`changes = ${erased(sql`changes::text`, pattern)}::jsonb, reason = ${erased(sql`reason`, pattern)}`,
  },
  audit: {
    where: ({ pattern }) => sql`detail::text ~* ${pattern}`,
    set: ({ pattern }) => sql`detail = ${erased(sql`detail::text`, pattern)}::jsonb`,
  },
  products: {
    where: ({ email }) => sql`submitter_email = ${email}`,
    set: () => sql`submitter_email = null`,
  },
} as const satisfies Partial<Record<keyof Database, Place>>

export type AddressPlace = keyof typeof addressPlaces
const places = Object.entries(addressPlaces) as [AddressPlace, Place][]

/** How many rows of each table hold an address; tables without any are left out. */
export type AddressRows = Partial<Record<AddressPlace, number>>

/** Counts the rows that hold an address. */
export async function countAddress(db: Db, email: string): Promise<AddressRows> {
  const address = addressOf(email)
  const counted: AddressRows = {}
  for (const [table, { where }] of places) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${where(address)}`.execute(db)
    if (rows[0]!.count > 0) counted[table] = rows[0]!.count
  }
  return counted
}

/** Erases an address from every table, and returns how many rows of each held it. */
export async function removeAddress(trx: Trx, email: string): Promise<AddressRows> {
  const address = addressOf(email)
  // Listings are locked before everything else, as in every decision, to avoid deadlocks.
  await sql`select id from products where submitter_email = ${address.email} order by id for update`.execute(
    trx,
  )
  const removed: AddressRows = {}
  for (const [table, { where, set }] of places) {
    const name = sql.table(table)
    const action = set ? sql`update ${name} set ${set(address)}` : sql`delete from ${name}`
    const { numAffectedRows = 0n } = await sql`${action} where ${where(address)}`.execute(trx)
    if (numAffectedRows > 0n) removed[table] = Number(numAffectedRows)
  }
  return removed
}

function erased(column: RawBuilder<unknown>, pattern: string) {
  return sql`regexp_replace(${column}, ${pattern}, '[erased]', 'gi')`
}

// Matches the whole address alone, not a part of a longer one. In JSON an escape such as \n may stand
// before the address; in a link the address is URL-encoded.
function addressOf(given: string): Address {
  const email = given.toLowerCase()
  const literal = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '\\$&')
  const forms = [email, encodeURIComponent(email)].map(literal).join('|')
  const pattern = `(?:(?<=\\\\[bfnrt])|(?<![\\w.+-]))(?:${forms})(?![\\w-]|\\.\\w)`
  return { email, pattern }
}
