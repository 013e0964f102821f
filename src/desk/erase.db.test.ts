import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { recordAction } from '#db/queries/audit.ts'
import { addressPlaces } from '#db/queries/personal-data.ts'
import { insertReport } from '#db/queries/reports.ts'
import { validSubmission } from '#testing/api.ts'
import { tableNames } from '#testing/database.ts'
import { runCommand } from '#testing/desk-session.ts'
import { approve, callIn, freshClient, testStarters } from '#testing/service-parts.ts'
import { insertRow, rowOf, rowsOf } from '#testing/rows.ts'
import { readArguments } from '#authoring/arguments.ts'
import { commands } from './commands.ts'

const service = testStarters()

const run = (...argv: string[]) => runCommand(service.db, ['erase', ...argv])

/** The tables with a row that holds a text, as it is or in a link. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = []
  for (const table of await tableNames(service.db)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} as t
      where position(${text} in lower(t::text)) > 0
        or position(${encodeURIComponent(text)} in t::text) > 0`.execute(service.db)
    if (rows[0]!.count > 0) found.push(table)
  }
  return found.sort()
}

/** A submission of this address, approved, with a proposal, a claim and a report that name it. */
async function submitted(email: string): Promise<string> {
  const body = { ...validSubmission(), email }
  const headers = { 'idempotency-key': `key of ${email}` }
  const answer = await callIn(service, 'submit_product', '/submit', {
    body,
    headers,
    from: freshClient(),
  })
  const slug = String(answer.body['slug'])
  await approve(service.db, slug)
  const { id } = await rowOf(service.db, 'products', { slug }, ['id'])
  const overview = `Write to\n${email}, or to ${email}.example.`
  const changes = JSON.stringify({ overview })
  await service.db.insertInto('proposals').values({ product_id: id, changes }).execute()
  await recordAction(service.db, {
    actor: 'owner',
    action: 'propose',
    product_id: id,
    detail: { overview },
  })
  const proof = { where: 'dns:_proofstack.one.example', commit: null, repository_id: null }
  const proved = { state: 'proved', way: 'dns', proof: JSON.stringify(proof) } as const
  const claim = { id: `claim of ${slug}`, product_id: id, email, token_hash: slug }
  await insertRow(service.db, 'claims', { ...claim, ...proved })
  await insertReport(service.db, {
    slug,
    fact: 'other',
    tool: null,
    message: `Ask ${email} about it.`,
    source: null,
    email,
  })
  return slug
}

describe('erase', () => {
  it('takes an address out of every table, and that of nobody else', async () => {
    const email = 'ada+list@one.example'
    const other = 'bob@one.example'
    const slug = await submitted(email)
    await submitted(other)
    const before = await tablesWith(email)
    expect(before).toEqual(
      Object.keys(addressPlaces)
        .filter((table) => table !== 'manage_tokens')
        .sort(),
    )

    const counted = await run(email, '--dry-run')
    expect(counted).toMatchObject({ code: 0, asked: [], values: [{ outcome: 'counted' }] })
    expect(await tablesWith(email)).toEqual(before)

    const { code, asked, values, text } = await run(email.toUpperCase(), '--as', 'grace')
    expect({ code, values }).toEqual({
      code: 0,
      values: [{ ...(counted.values[0] as object), outcome: 'erased' }],
    })
    expect(asked[0]).toContain('Nothing brings it back.')
    // The page of the listing said that its owner claimed it.
    const rebuilds = await service.db.selectFrom('rebuilds').select('asked_by').execute()
    expect(rebuilds.map(({ asked_by }) => asked_by)).toContain('grace')
    expect(text).toContain('1  submissions, which stay without an owner')
    // What is left is the longer address that the proposal names.
    expect(await tablesWith(email)).toEqual(['audit', 'proposals'])
    const listing = await rowOf(service.db, 'products', { slug }, ['submitter_email', 'status'])
    expect(listing).toEqual({ submitter_email: null, status: 'approved' })
    const { changes } = await service.db
      .selectFrom('proposals')
      .innerJoin('products', 'products.id', 'product_id')
      .select('changes')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    expect(changes).toEqual({ overview: `Write to\n[erased], or to ${email}.example.` })
    expect(await tablesWith(other)).toEqual(before)

    const audit = await rowsOf(service.db, 'audit', { action: 'erase-address' }, [
      'actor',
      'detail',
    ])
    expect(audit).toEqual([
      { actor: 'grace', detail: { rows: (values[0] as { rows: object }).rows } },
    ])
    expect(await run(email)).toMatchObject({
      code: 0,
      asked: [],
      text: 'No table holds this address.',
    })
  })

  it('knows every table with a column for an address', async () => {
    const { rows } = await sql<{ table: string }>`
      select distinct table_name::text as table from information_schema.columns
      where table_schema = current_schema() and column_name ~ 'email'`.execute(service.db)
    expect(rows.map(({ table }) => table).filter((table) => !(table in addressPlaces))).toEqual([])
    expect(rows.length).toBeGreaterThan(2)
  })

  it('takes an address alone', () => {
    expect(readArguments(['erase', 'all'], commands)).toMatchObject({
      kind: 'misuse',
      sentence: '"all" is not an e-mail address.',
    })
  })
})
