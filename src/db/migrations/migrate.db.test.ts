import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { enums } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { testDatabase } from '#testing/database.ts'
import { fresh, insertApproved, insertPending, insertRejected } from '#testing/builders.ts'
import { insertRow } from '#testing/rows.ts'
import { migrate } from './migrate.ts'
import { openMigrated } from '#db/connection/open-database.ts'
import { listMigrations } from './schema-version.ts'

const database = testDatabase()

/** The name of the constraint that refused a write, or the other error. */
async function refusalOf(write: Promise<unknown>): Promise<string> {
  const error = await write.then(
    () => ({ code: 'written', constraint: undefined }),
    (reason: unknown) => reason as { code?: string; constraint?: string },
  )
  return error.constraint ?? error.code ?? String(error)
}

async function applied(...names: string[]) {
  const timestamp = new Date('2030-01-01').toISOString()
  for (const name of names)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(
      database.db,
    )
}

async function forgotten(...names: string[]) {
  await sql`delete from kysely_migration where name = any(${names})`.execute(database.db)
}

const checkBroken = /_check\d*$/

describe('migrations', () => {
  it('runs at the same time apply nothing twice and do not hinder each other', async () => {
    expect(
      await Promise.all([migrate(database.db), migrate(database.db), migrate(database.db)]),
    ).toEqual([[], [], []])
  })

  // A rollback requires that the code of before builds and starts on the schema of after.
  it('a database that is newer than this code is left as it is', async () => {
    const known = await listMigrations()
    await applied('9998_next', '9999_after')
    expect(await migrate(database.db)).toEqual([])
    const { rows } = await sql<{ name: string }>`
      select name from kysely_migration order by name`.execute(database.db)
    expect(rows.map(({ name }) => name)).toEqual([...known, '9998_next', '9999_after'])
    await forgotten('9998_next', '9999_after')
  })

  it('a database with migrations that this code lacks, and without some of its own, is refused', async () => {
    const last = (await listMigrations()).at(-1)!
    await applied('9999_theirs')
    await forgotten(last)
    for (const use of [() => migrate(database.db), () => openMigrated(database.url)])
      await expect(use()).rejects.toThrow(
        `The database is of another line of versions: it has 9999_theirs, and lacks ${last}.`,
      )
    await forgotten('9999_theirs')
    await applied(last)
    expect(await migrate(database.db)).toEqual([])
  })
})

describe('closed sets', () => {
  const columns: { name: keyof typeof enums; table: string; column: string }[] = [
    { name: 'productStatus', table: 'products', column: 'status' },
    { name: 'submissionTier', table: 'products', column: 'submission_tier' },
    { name: 'sourceKind', table: 'products', column: 'source_kind' },
    { name: 'stackBasis', table: 'products', column: 'stack_basis' },
    { name: 'audienceTag', table: 'products', column: 'audience_tags' },
    { name: 'qualificationType', table: 'products', column: 'qualification_type' },
    { name: 'agentUseCase', table: 'products', column: 'agent_use_case' },
    { name: 'claimReviewStatus', table: 'products', column: 'claim_review_status' },
    { name: 'claimReviewStatus', table: 'changelog', column: 'claim_review_status' },
    { name: 'compatibilityStatus', table: 'compatibility', column: 'status' },
    { name: 'ownerClaimStatus', table: 'owner_claims', column: 'status' },
    { name: 'claimState', table: 'claims', column: 'state' },
    { name: 'claimWay', table: 'claims', column: 'way' },
    { name: 'changelogType', table: 'changelog', column: 'type' },
    { name: 'reportedFact', table: 'reports', column: 'fact' },
    { name: 'reportState', table: 'reports', column: 'state' },
  ]

  it.each(columns)(
    '$table.$column takes what $name of the contract has, and nothing else',
    async ({ name, table, column }) => {
      const { rows } = await sql<{ definition: string }>`
      select pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = ${table}::regclass and conname = ${`${table}_${column}_check`} and contype = 'c'`.execute(
        database.db,
      )
      expect(rows).toHaveLength(1)
      const values = [...rows[0]!.definition.matchAll(/'([^']*)'/g)].map((match) => match[1])
      expect(values).toEqual([...enums[name]])
    },
  )

  it('an audience tag that the contract does not have is refused, beside one that it has', async () => {
    const write = sql`update products set audience_tags = '{b2b,b2c}' where id = ${(await insertPending(database.db)).id}`
    expect(await refusalOf(write.execute(database.db))).toBe('products_audience_tags_check')
  })
})

describe('domains and slugs', () => {
  it.each([
    { first: 'pending', insert: insertPending },
    { first: 'approved', insert: insertApproved },
  ])('a domain with a listing that is $first takes no second one', async ({ insert }) => {
    const { domain } = await insert(database.db)
    for (const second of [insertPending, insertApproved])
      expect(await refusalOf(second(database.db, { domain }))).toBe('products_domain_key')
    expect((await insertRejected(database.db, { domain })).domain).toBe(domain)
  })

  it('rejected listings leave their domain free, however many there are', async () => {
    const { domain } = await insertRejected(database.db)
    await insertRejected(database.db, { domain })
    expect((await insertPending(database.db, { domain })).domain).toBe(domain)
  })

  it.each([
    { status: 'pending', insert: insertPending },
    { status: 'approved', insert: insertApproved },
    { status: 'rejected', insert: insertRejected },
  ])('the slug of a listing that is $status is not given again', async ({ insert }) => {
    const { slug } = await insert(database.db)
    const again = insertPending(database.db, { slug, domain: `other.${slug}.example` })
    expect(await refusalOf(again)).toBe('products_slug_key')
  })

  it.each(['Upper', 'two--hyphens', '-first', 'last-', 'dots.too', 'white space', 'ümlaut', ''])(
    '%j is no slug',
    async (slug) => {
      expect(
        await refusalOf(insertPending(database.db, { slug, domain: `${fresh('slug')}.example` })),
      ).toMatch(checkBroken)
    },
  )

  it('two listings never share a referral code', async () => {
    const { referral_code } = await insertApproved(database.db)
    const again = insertApproved(database.db, { referral_code })
    expect(await refusalOf(again)).toBe('products_referral_code_key')
  })
})

describe('the fields that a status needs', () => {
  const at = new Date()

  it.each([
    { title: 'approved without a time', more: { status: 'approved', referral_code: 'aaa' } },
    { title: 'approved without a referral code', more: { status: 'approved', approved_at: at } },
    { title: 'pending with a time of approval', more: { status: 'pending', approved_at: at } },
    { title: 'rejected without a reason', more: { status: 'rejected', rejected_at: at } },
    {
      title: 'rejected without a time',
      more: { status: 'rejected', rejection_reason: 'No website.' },
    },
    {
      title: 'pending with a reason against it',
      more: { status: 'pending', rejection_reason: 'No website.' },
    },
    { title: 'pending with a time of rejection', more: { status: 'pending', rejected_at: at } },
    {
      title: 'a qualification without a claim status',
      more: { qualification_type: 'agent_native' },
    },
    { title: 'a claim status without a qualification', more: { claim_review_status: 'submitted' } },
    { title: 'a submitter in upper case', more: { submitter_email: 'Ada@example.com' } },
    { title: 'a negative view count', more: { view_count: -1 } },
  ] as const)('$title is refused', async ({ more }) => {
    expect(await refusalOf(insertPending(database.db, more))).toMatch(checkBroken)
  })

  it('approved, rejected and claimed listings are accepted with all their fields', async () => {
    await insertApproved(database.db, {
      qualification_type: 'agent_native',
      claim_review_status: 'submitted',
    })
    await insertRejected(database.db)
    expect((await insertPending(database.db)).status).toBeUndefined()
  })
})

describe('lengths', () => {
  const letters = (count: number) => 'é'.repeat(count)
  const list = (count: number) =>
    Array.from({ length: count }, (_, index) => `https://example.com/${index}`)
  const texts = {
    name: limits.name,
    description: limits.description,
    url: limits.url,
    favicon_url: limits.url,
    screenshot_url: limits.url,
    founder_name: limits.founder_name,
    founder_twitter: limits.founder_twitter,
    qualification_statement: limits.qualification_statement,
    workflow_summary: limits.workflow_summary,
    submitter_email: limits.email,
  }
  const bounded: { column: string; most: number; of: (count: number) => unknown }[] = [
    ...Object.entries(texts).map(([column, most]) => ({ column, most, of: letters })),
    { column: 'slug', most: limits.slug, of: (count) => 'a'.repeat(count) },
    { column: 'agent_tools_used', most: limits.agent_tools_used.entries, of: list },
    { column: 'supporting_links', most: limits.supporting_links.entries, of: list },
  ]

  it.each(bounded)(
    'products.$column holds what the contract allows and not one more',
    async ({ column, most, of }) => {
      const insert = (value: unknown) => {
        const own = { domain: `${fresh('length')}.example`, slug: fresh('length') }
        return insertPending(database.db, { ...own, [column]: value })
      }
      expect((await insert(of(most))).domain).toMatch(/^length/)
      expect(await refusalOf(insert(of(most + 1)))).toMatch(checkBroken)
    },
  )

  it.each(['name', 'description'])('products.%s is never empty', async (column) => {
    expect(await refusalOf(insertPending(database.db, { [column]: '' }))).toMatch(checkBroken)
  })

  it('a custom tool has 1 to 40 characters, counted as people count them', async () => {
    const { id: product_id } = await insertPending(database.db)
    const insert = (position: number, name: string) =>
      insertRow(database.db, 'product_custom_tools', { product_id, position, name })
    await insert(0, '🦊'.repeat(limits.custom_tools.length))
    expect(await refusalOf(insert(1, '🦊'.repeat(limits.custom_tools.length + 1)))).toMatch(
      checkBroken,
    )
    expect(await refusalOf(insert(2, ''))).toMatch(checkBroken)
  })
})

describe('changelog rows', () => {
  const at = new Date('2026-05-18T05:28:47.564Z')
  const variants = {
    product_approved: { approved_at: at },
    claim_review_updated: { claim_review_status: 'verified', claim_reviewed_at: at },
    weekly_issue_published: { weekly_issue: 1 },
  } as const
  const types = enums.changelogType
  const fields = Object.values(variants).flatMap((variant) =>
    Object.entries(variant).map(([field, value]) => ({ field, value })),
  )

  async function insertChange(row: Record<string, unknown> & { type: (typeof types)[number] }) {
    const { id: product_id } = await insertApproved(database.db)
    await database.db
      .insertInto('weekly_issues')
      .values({
        number: 1,
        slug: 'one',
        title: 'One',
        lead_product_id: product_id,
        product_ids: [product_id],
        published_at: at,
      })
      .onConflict((oc) => oc.doNothing())
      .execute()
    const timestamp = sql<Date>`(select coalesce(max("timestamp"), now()) + interval '1 millisecond' from changelog)`
    await insertRow(database.db, 'changelog', { ...row, timestamp, product_id })
  }

  it.each(types)('%s is accepted with exactly its own fields', async (type) => {
    await insertChange({ type, ...variants[type] })
    for (const field of Object.keys(variants[type])) {
      const lacking = insertChange({ type, ...variants[type], [field]: null })
      expect(await refusalOf(lacking)).toMatch(checkBroken)
    }
  })

  it.each(
    types.flatMap((type) =>
      fields
        .filter(({ field }) => !Object.hasOwn(variants[type], field))
        .map((other) => ({ type, ...other })),
    ),
  )('$type is refused with $field', async ({ type, field, value }) => {
    const extended = insertChange({ type, ...variants[type], [field]: value })
    expect(await refusalOf(extended)).toMatch(checkBroken)
  })
})
