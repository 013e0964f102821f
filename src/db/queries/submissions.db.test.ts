import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import {
  fresh,
  insertApproved,
  insertPending,
  insertRejected,
  insertTool,
  pendingProduct,
} from '#testing/builders.ts'
import { rowOf, rowsOf, setRows } from '#testing/rows.ts'
import { brokenUniqueConstraint } from '#db/connection/failure.ts'
import {
  type NewSubmission,
  type Slot,
  findObstacles,
  insertSubmission,
  setIdempotentResponse,
  takeSlots,
  waitForSlots,
} from './submissions.ts'

const database = testDatabase()

const hourly = (key = fresh('address')): Slot => ({
  bucket: 'hourly',
  key,
  tokens: 1,
  seconds: 3600,
})
const daily = (key = fresh('email')): Slot => ({ bucket: 'daily', key, tokens: 3, seconds: 86_400 })

/** Writes past events of a slot, by their age in seconds. */
async function spend({ bucket, key }: Slot, ...secondsAgo: number[]) {
  await sql`
    insert into limiter_events (bucket, key, at)
    select ${bucket}, ${key}, clock_timestamp() - make_interval(secs => s) from unnest(${secondsAgo}::float[]) as s`.execute(
    database.db,
  )
}

async function eventsOf({ bucket, key }: Slot): Promise<number> {
  const rows = await rowsOf(database.db, 'limiter_events', { bucket, key }, ['at'])
  return rows.length
}

/** The whole seconds until the n-th newest event of a slot leaves its window, now. */
async function secondsUntilFree({ bucket, key, tokens, seconds }: Slot): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from at + make_interval(secs => ${seconds}::int) - clock_timestamp()))::int as wait from limiter_events
    where bucket = ${bucket} and key = ${key} order by at desc offset ${tokens - 1} limit 1`.execute(
    database.db,
  )
  return rows[0]!.wait
}

/**
 * Takes slots and returns the bounds of the exact wait: the clock runs while the statement is sent.
 */
async function askedBetween(asked: readonly Slot[], decisive: Slot) {
  const most = await secondsUntilFree(decisive)
  const wait = await takeSlots(database.db, asked)
  return { wait, isExact: wait <= most && wait >= (await secondsUntilFree(decisive)) && wait > 0 }
}

describe('takeSlots', () => {
  it('admits as many events as the bucket holds, then returns the exact wait', async () => {
    const slot = daily()
    for (let event = 0; event < 3; event++) expect(await takeSlots(database.db, [slot])).toBe(0)
    expect(await askedBetween([slot], slot)).toMatchObject({ isExact: true })
    expect(await eventsOf(slot)).toBe(3)
  })

  it.each([{ ago: [60] }, { ago: [3000] }, { ago: [1800, 60] }])(
    'waits for the newest event that is in the way: $ago seconds ago',
    async ({ ago }) => {
      const slot = hourly()
      await spend(slot, ...ago)
      const { wait, isExact } = await askedBetween([slot], slot)
      expect(isExact).toBe(true)
      expect(wait).toBeLessThanOrEqual(3600 - Math.min(...ago) + 1)
    },
  )

  it('waits for the oldest of three when three are allowed', async () => {
    const slot = daily()
    await spend(slot, 10, 80_000, 50_000)
    const { wait, isExact } = await askedBetween([slot], slot)
    expect(isExact).toBe(true)
    expect(wait).toBeLessThanOrEqual(6400)
  })

  it.each([3600, 3601, 90_000])(
    'an event of %d seconds ago is out of an hour’s window',
    async (ago) => {
      const slot = hourly()
      await spend(slot, ago)
      expect(await takeSlots(database.db, [slot])).toBe(0)
    },
  )

  it('takes both slots or neither, and returns the longer wait', async () => {
    const [address, email] = [hourly(), daily()]
    await spend(address, 60)
    expect((await askedBetween([address, email], address)).isExact).toBe(true)
    expect(await eventsOf(email)).toBe(0)

    const [secondAddress, secondEmail] = [hourly(), daily()]
    await spend(secondAddress, 60)
    await spend(secondEmail, 30, 20, 10)
    const { wait, isExact } = await askedBetween([secondAddress, secondEmail], secondEmail)
    expect(isExact).toBe(true)
    expect(wait).toBeGreaterThan(3600)
    expect([await eventsOf(secondAddress), await eventsOf(secondEmail)]).toEqual([1, 3])

    const [freeAddress, freeEmail] = [hourly(), daily()]
    expect(await takeSlots(database.db, [freeAddress, freeEmail])).toBe(0)
    expect([await eventsOf(freeAddress), await eventsOf(freeEmail)]).toEqual([1, 1])
  })

  it('buckets and keys do not get into each other’s way', async () => {
    const key = fresh('key')
    expect(await takeSlots(database.db, [hourly(key)])).toBe(0)
    expect(await takeSlots(database.db, [{ ...hourly(key), bucket: 'other' }])).toBe(0)
    expect(await takeSlots(database.db, [hourly(`${key}x`)])).toBe(0)
    expect(await takeSlots(database.db, [hourly(key)])).toBeGreaterThan(0)
  })

  it('50 concurrent takers of the same two slots in different orders: as many are admitted as there is room for', async () => {
    const [one, two] = [
      { ...daily(), tokens: 7 },
      { ...daily(), tokens: 9 },
    ]
    const takers = Array.from({ length: 50 }, (_, index) =>
      takeSlots(database.db, index % 2 === 0 ? [one, two] : [two, one]),
    )
    expect((await Promise.all(takers)).filter((wait) => wait === 0)).toHaveLength(7)
    expect([await eventsOf(one), await eventsOf(two)]).toEqual([7, 7])
  })

  it('a slot that is taken in a transaction comes back when that is rolled back', async () => {
    const slot = hourly()
    const attempt = database.db.transaction().execute(async (trx) => {
      expect(await takeSlots(trx, [slot])).toBe(0)
      throw new Error('second thoughts')
    })
    await expect(attempt).rejects.toThrow('second thoughts')
    expect(await takeSlots(database.db, [slot])).toBe(0)
  })

  it('each taker deletes up to 20 events older than 25 hours, and no younger ones', async () => {
    await database.db.deleteFrom('limiter_events').execute()
    const [old, young] = [daily(), daily()]
    await spend(old, ...Array.from({ length: 30 }, (_, index) => 90_001 + index))
    await spend(young, 89_900)
    await takeSlots(database.db, [hourly()])
    expect(await eventsOf(old)).toBe(10)
    await takeSlots(database.db, [hourly()])
    expect([await eventsOf(old), await eventsOf(young)]).toEqual([0, 1])
  })
})

const noObstacle = { locks: [], domain: 'free.example', slugStem: 'free-stem', keyHash: null }

const lock = (trx: Parameters<typeof findObstacles>[0], locks: readonly string[]) =>
  findObstacles(trx, { ...noObstacle, locks })

describe('waitForSlots', () => {
  it('returns the longer wait without taking a slot', async () => {
    const [free, full] = [daily(), hourly()]
    await spend(full, 60)
    const most = await secondsUntilFree(full)
    const wait = await waitForSlots(database.db, [free, full])
    expect(wait).toBeLessThanOrEqual(most)
    expect(wait).toBeGreaterThanOrEqual(await secondsUntilFree(full))
    expect(await waitForSlots(database.db, [free])).toBe(0)
    expect([await eventsOf(free), await eventsOf(full)]).toEqual([0, 1])
  })
})

describe('the locks of a submission', () => {
  it('20 transactions that name the same locks in different orders do not deadlock', async () => {
    const names = ['a', 'b', 'c', 'd']
    const rounds = Array.from({ length: 20 }, (_, index) =>
      database.db.transaction().execute(async (trx) => {
        await lock(trx, index % 2 === 0 ? names : [...names].reverse())
        return index
      }),
    )
    expect(await Promise.all(rounds)).toHaveLength(20)
  })

  it('a lock is exclusive until the commit: 30 unguarded counts lose nothing', async () => {
    const { id } = await insertPending(database.db)
    await Promise.all(
      Array.from({ length: 30 }, () =>
        database.db.transaction().execute(async (trx) => {
          await lock(trx, ['count'])
          const { view_count } = await rowOf(trx, 'products', { id }, ['view_count'])
          await setRows(trx, 'products', { id }, { view_count: view_count + 1 })
        }),
      ),
    )
    const { view_count } = await rowOf(database.db, 'products', { id }, ['view_count'])
    expect(view_count).toBe(30)
  })
})

describe('findObstacles', () => {
  const nothing = { idempotent: null, duplicate: null, taken_slugs: [] }
  const ask = (question: Partial<Parameters<typeof findObstacles>[1]>) =>
    database.db.transaction().execute((trx) => findObstacles(trx, { ...noObstacle, ...question }))

  it('finds no obstacle for a new name, domain and key', async () => {
    expect(await ask({ keyHash: 'unused' })).toEqual(nothing)
  })

  it('sees what was committed while it waited for the locks', async () => {
    const domain = `${fresh('waiting')}.example`
    const locks = [`domain:${domain}`]
    let asked: Promise<unknown> | undefined
    await database.db.transaction().execute(async (trx) => {
      await lock(trx, locks)
      asked = ask({ locks, domain })
      await insertPending(trx, { domain })
    })
    expect(await asked).toMatchObject({ duplicate: { status: 'pending' } })
  })

  it('finds the pending or approved listing of the domain, and no rejected one or subdomain', async () => {
    const [pending, approved, rejected] = [
      await insertPending(database.db),
      await insertApproved(database.db),
      await insertRejected(database.db),
    ]
    expect((await ask({ domain: pending.domain })).duplicate).toEqual({
      slug: pending.slug,
      status: 'pending',
    })
    expect((await ask({ domain: approved.domain })).duplicate).toEqual({
      slug: approved.slug,
      status: 'approved',
    })
    expect((await ask({ domain: rejected.domain })).duplicate).toBeNull()
    expect((await ask({ domain: `app.${approved.domain}` })).duplicate).toBeNull()
  })

  it('finds every slug that begins with the stem, of listings in any status', async () => {
    const stem = fresh('stem')
    await insertPending(database.db, { slug: stem })
    await insertApproved(database.db, { slug: `${stem}-1` })
    await insertRejected(database.db, { slug: `${stem}-2` })
    await insertPending(database.db, { slug: `another-${stem}` })
    expect((await ask({ slugStem: stem })).taken_slugs.sort()).toEqual([
      stem,
      `${stem}-1`,
      `${stem}-2`,
    ])
  })

  it('finds the answer of a key for 24 hours, and not after', async () => {
    const key_hash = fresh('key')
    const kept = { body_hash: 'body', response: { slug: 'kept', nested: { list: [1, null] } } }
    await insert({ idempotency: { key_hash, ...kept } })
    const found = async (keyHash: string) => (await ask({ keyHash })).idempotent
    expect(await found(key_hash)).toEqual(kept)
    expect(await found(`${key_hash}x`)).toBeNull()
    const moveBack = (by: string) => {
      const created_at = sql`now() - ${by}::interval`
      return setRows(database.db, 'idempotency_keys', { key_hash }, { created_at })
    }
    await moveBack('23 hours 59 minutes')
    expect(await found(key_hash)).not.toBeNull()
    await moveBack('24 hours 1 second')
    expect(await found(key_hash)).toBeNull()
  })
})

function newSubmission(more: Partial<NewSubmission> = {}): NewSubmission {
  const product = pendingProduct()
  return {
    product,
    toolIds: [],
    customTools: [],
    ownerClaim: { email: product.submitter_email!, token_hash: fresh('token'), days: 7 },
    manageToken: { token_hash: fresh('manage'), days: 30 },
    mails: [],
    idempotency: null,
    ...more,
  }
}

async function insert(more: Partial<NewSubmission> = {}) {
  const submission = newSubmission(more)
  const mailIds = await database.db
    .transaction()
    .execute((trx) => insertSubmission(trx, submission))
  return { ...submission, mailIds }
}

describe('insertSubmission', () => {
  it('writes a pending listing with all its rows', async () => {
    const { db } = database
    const tools = [await insertTool(db), await insertTool(db), await insertTool(db)].reverse()
    const mails = [
      { kind: 'receipt', payload: { name: 'The "first"' } },
      { kind: 'owner-verification', payload: { name: 'Ünïcode', days: 7 } },
    ]
    const idempotency = { key_hash: fresh('key'), body_hash: 'body', response: { slug: 'x' } }
    const customTools = ['Quill', 'Abacus', 'Ink; drop table']
    const { product, mailIds, ownerClaim } = await insert({
      toolIds: tools.map(({ id }) => id),
      customTools,
      mails,
      idempotency,
    })
    const ofProduct = { product_id: product.id }

    expect(await rowOf(db, 'products', { id: product.id })).toMatchObject({
      ...product,
      status: 'pending',
      submission_tier: 'free',
      approved_at: null,
      referral_code: null,
    })
    const toolRows = await rowsOf(db, 'product_tools', { product_id: product.id })
    expect(toolRows).toEqual(
      tools.map(({ id: tool_id }, position) => ({ ...ofProduct, tool_id, position })),
    )
    const customRows = await rowsOf(db, 'product_custom_tools', { product_id: product.id })
    expect(customRows).toEqual(
      customTools.map((name, position) => ({ ...ofProduct, name, position })),
    )
    expect(await rowsOf(db, 'owner_claims', { product_id: product.id })).toMatchObject([
      {
        email: ownerClaim.email,
        status: 'unverified',
        token_hash: ownerClaim.token_hash,
        verified_at: null,
      },
    ])
    const mailRows = await rowsOf(db, 'outbox', { product_id: product.id }, [
      'id',
      'kind',
      'to_email',
      'payload',
    ])
    expect(mailRows).toEqual(
      mails.map((mail, index) => ({ id: mailIds[index], to_email: ownerClaim.email, ...mail })),
    )
    expect(await rowsOf(db, 'audit', { product_id: product.id }, ['actor', 'action'])).toEqual([
      { actor: 'submitter', action: 'submit' },
    ])
    const kept = await rowsOf(db, 'idempotency_keys', { key_hash: idempotency.key_hash }, [
      'body_hash',
      'response',
    ])
    expect(kept).toEqual([{ body_hash: 'body', response: { slug: 'x' } }])
  })

  it('the verification link is open for exactly the days it was given', async () => {
    const submission = newSubmission()
    const seconds = await database.db.transaction().execute(async (trx) => {
      await insertSubmission(trx, submission)
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from token_expires_at - date_trunc('milliseconds', now()))::float as seconds
        from owner_claims where product_id = ${submission.product.id}`.execute(trx)
      return rows[0]!.seconds
    })
    expect(Math.round(seconds)).toBe(7 * 86_400)
  })

  it.each([
    {
      what: 'a domain that is taken',
      constraint: 'products_domain_key',
      collide: ({ domain }: { domain: string }) => ({ domain }),
    },
    {
      what: 'a slug that is taken',
      constraint: 'products_slug_key',
      collide: ({ slug }: { slug: string }) => ({ slug, domain: `${slug}.test` }),
    },
  ])('$what leaves nothing behind: no mail, no key', async ({ constraint, collide }) => {
    const taken = await insertPending(database.db)
    const key_hash = fresh('key')
    const attempt = insert({
      product: pendingProduct(collide(taken)),
      mails: [{ kind: constraint, payload: {} }],
      idempotency: { key_hash, body_hash: 'body', response: {} },
    })
    expect(brokenUniqueConstraint(await attempt.catch((error: unknown) => error))).toBe(constraint)
    expect(await rowsOf(database.db, 'outbox', { kind: constraint })).toEqual([])
    expect(await rowsOf(database.db, 'idempotency_keys', { key_hash }, ['key_hash'])).toEqual([])
  })

  it('a key that was used more than 24 hours ago is used anew', async () => {
    const { idempotency } = await insert({
      idempotency: { key_hash: fresh('key'), body_hash: 'old', response: { slug: 'old' } },
    })
    const key_hash = idempotency!.key_hash
    const created_at = sql`now() - interval '25 hours'`
    await setRows(database.db, 'idempotency_keys', { key_hash }, { created_at })
    await insert({ idempotency: { key_hash, body_hash: 'new', response: { slug: 'new' } } })
    const found = await database.db
      .transaction()
      .execute((trx) => findObstacles(trx, { ...noObstacle, keyHash: key_hash }))
    expect(found.idempotent).toEqual({ body_hash: 'new', response: { slug: 'new' } })
  })
})

describe('setIdempotentResponse', () => {
  it('changes the kept answer of its key and of no other', async () => {
    const answer = { body_hash: 'body', response: { receiptSent: false } }
    const keep = () => insert({ idempotency: { key_hash: fresh('key'), ...answer } })
    const [one, other] = [await keep(), await keep()]
    await setIdempotentResponse(database.db, one.idempotency!.key_hash, { receiptSent: true })
    const kept = async ({ idempotency }: typeof one) =>
      rowOf(database.db, 'idempotency_keys', { key_hash: idempotency!.key_hash }, ['response'])
    expect(await kept(one)).toEqual({ response: { receiptSent: true } })
    expect(await kept(other)).toEqual({ response: { receiptSent: false } })
  })
})
