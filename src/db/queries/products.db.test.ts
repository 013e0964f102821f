import { describe, expect, it } from 'vitest'
import type { Db } from '#db/connection/connect.ts'
import { testDatabase } from '#testing/database.ts'
import { insertApproved, insertPending, insertRejected, insertTool } from '#testing/builders.ts'
import { insertRow } from '#testing/rows.ts'
import { findReferrer, findReviewed, listApprovedBySlug, readApprovedProducts } from './products.ts'

const database = testDatabase()

// Two at a time, so that listings of the same time fall into different batches.
function listed(db: Db) {
  return db.transaction().execute(async (trx) => {
    const batches = await Array.fromAsync(readApprovedProducts(trx, 2))
    return batches.flat()
  })
}

function insertProof(db: Db, product_id: string, part: object) {
  const of = { product_id, repository: 'https://github.com/acme/acme', commit: 'a'.repeat(40) }
  return insertRow(db, 'proofs', { ...of, checked_at: new Date(), tools: '[]', ...part })
}

describe('readApprovedProducts', () => {
  it('lists approved listings and no pending or rejected ones, newest first, ties by id', async () => {
    const { db } = database
    const sameTime = { approved_at: '2026-02-01T00:00:00.000Z' }
    const oldest = await insertApproved(db, { approved_at: '2026-01-01T00:00:00.000Z' })
    const tied = [
      await insertApproved(db, sameTime),
      await insertApproved(db, sameTime),
      await insertApproved(db, sameTime),
    ]
    const newest = await insertApproved(db, {
      approved_at: '2026-03-01T00:00:00.000Z',
      created_at: new Date('2020-01-01'),
    })
    await insertPending(db)
    await insertRejected(db)
    const found = await listed(db)
    expect(found.map(({ id }) => id)).toEqual([
      newest.id,
      ...tied.map(({ id }) => id).sort(),
      oldest.id,
    ])
    expect(found.every(({ status }) => status === 'approved')).toBe(true)
  })

  it('never returns the submitter of a listing, its referral code or its custom tools', async () => {
    const { db } = database
    const { id, slug, submitter_email, referral_code } = await insertApproved(db)
    await insertRow(db, 'product_custom_tools', { product_id: id, position: 0, name: 'Quill' })
    const json = JSON.stringify((await listed(db)).find((product) => product.slug === slug))
    expect(json).toContain(slug)
    for (const secret of [submitter_email, referral_code!, 'Quill'])
      expect(json).not.toContain(secret)
  })
})

it.each([
  ['the commit of the proof', 'a', '2026-05-04'],
  ['another commit', 'b', null],
])(
  'a proof without a day has the one that editors noted of its own commit: %s',
  async (_, of, day) => {
    const { db } = database
    const reading = {
      by: 'Ada',
      at: '2026-06-01T00:00:00.000Z',
      repository: 'https://github.com/acme/acme',
      commit: of.repeat(40),
      committed_on: '2026-05-04',
    }
    const { id } = await insertApproved(db, { reading })
    await insertProof(db, id, { repository: reading.repository })
    const product = (await listed(db)).find((each) => each.id === id)
    expect(product?.proof?.source_date).toBe(day)
  },
)

it('commits could be seen up to the newest of all copies read by then, or up to a later look', async () => {
  const { db } = database
  const add = async (
    read: string,
    last: string | null,
    look?: { last_activity: string | null },
  ) => {
    const { id } = await insertApproved(db)
    await insertProof(db, id, { last_activity: last, checked_at: new Date(read) })
    const at = new Date('2026-11-28T23:00:00Z')
    if (look)
      await insertRow(db, 'proof_checks', { product_id: id, next_at: at, checked_at: at, ...look })
    return id
  }
  const wanted = [
    // A single copy says nothing about the day on which it was taken.
    [await add('2026-11-21T23:30:00Z', '2025-11-15T00:00:00Z'), null],
    [await add('2026-11-22T08:00:00Z', '2026-08-20T09:00:00Z'), '2026-08-20'],
    [await add('2026-11-22T09:00:00Z', '2024-01-01T00:00:00Z'), '2026-08-20'],
    [await add('2026-11-23T00:10:00Z', '2026-08-24T00:00:00Z'), '2026-08-24'],
    [
      await add('2026-11-22T09:00:00Z', null, { last_activity: '2026-11-27T00:00:00Z' }),
      '2026-11-28',
    ],
    [await add('2026-11-22T09:00:00Z', null, { last_activity: null }), '2026-08-20'],
  ] as const
  const found = new Map((await listed(db)).map(({ id, proof }) => [id, proof?.seen_until]))
  for (const [id, day] of wanted) expect(found.get(id)).toBe(day)
})

describe('findReviewed', () => {
  it('has tools, compatibility and evidence in the order of their positions', async () => {
    const { db } = database
    const tools = [await insertTool(db), await insertTool(db), await insertTool(db)].reverse()
    const { id: product_id, slug } = await insertApproved(db, {}, tools)
    const compatibility = tools.map(({ id: tool_id }, position) => ({
      tool_id,
      status: 'works_with' as const,
      note: `note ${position}`,
    }))
    const evidence = ['c', 'a', 'b'].map((type) => ({
      type,
      url: `https://example.com/${type}`,
      shows: null,
    }))
    // Written from the last to the first, so that the order is not the table's.
    for (const position of [2, 1, 0]) {
      await insertRow(db, 'compatibility', { product_id, position, ...compatibility[position]! })
      await insertRow(db, 'evidence', { product_id, position, ...evidence[position]! })
    }
    expect(await findReviewed(db, slug, null)).toMatchObject({
      tool_ids: tools.map(({ id }) => id),
      compatibility,
      evidence,
    })
  })

  it('has empty lists, not null, without entries', async () => {
    const { slug } = await insertApproved(database.db)
    expect(await findReviewed(database.db, slug, null)).toMatchObject({
      tool_ids: [],
      compatibility: [],
      evidence: [],
      audience_tags: [],
      agent_tools_used: [],
      supporting_links: [],
    })
  })

  it.each(['2026-01-01', '2026-03-29', '2024-02-29', '1999-12-31'])(
    'has the launch date %s as it was written, in any time zone',
    async (day) => {
      const { slug } = await insertApproved(database.db, { launch_date: day })
      expect((await findReviewed(database.db, slug, null))?.launch_date).toBe(day)
    },
  )

  it('has times as moments with milliseconds', async () => {
    const moment = '2026-05-18T05:28:47.564Z'
    const { slug } = await insertApproved(database.db, { approved_at: moment })
    expect((await findReviewed(database.db, slug, null))?.approved_at).toEqual(new Date(moment))
  })
})

describe('listApprovedBySlug', () => {
  const slugsOf = async (slugs: string[]) =>
    (await listApprovedBySlug(database.db, slugs)).map(({ slug }) => slug).sort()

  it('finds the approved listings that were named and leaves pending, rejected and all others out', async () => {
    const { db } = database
    const approved = [(await insertApproved(db)).slug, (await insertApproved(db)).slug].sort()
    await insertApproved(db)
    const hidden = [(await insertPending(db)).slug, (await insertRejected(db)).slug]
    expect(await slugsOf([...hidden, ...approved, 'unknown'])).toEqual(approved)
    expect(await slugsOf(hidden)).toEqual([])
  })

  it('finds a listing once, however often it is named, and nothing for no names', async () => {
    const { slug } = await insertApproved(database.db)
    expect(await slugsOf([slug, slug])).toEqual([slug])
    expect(await slugsOf([])).toEqual([])
  })

  it.each(['', 'UPPER', "'; drop table products; --", '%', '{}', '"', 'a,b'])(
    'finds nothing under %j',
    async (slug) => {
      await insertApproved(database.db)
      expect(await slugsOf([slug])).toEqual([])
    },
  )
})

describe('findReferrer', () => {
  it('finds the approved listing behind a code', async () => {
    const { id, referral_code } = await insertApproved(database.db)
    expect(await findReferrer(database.db, referral_code!)).toBe(id)
  })

  it('finds nothing under a code that no approved listing has', async () => {
    await insertRejected(database.db, { referral_code: 'rejected-code' })
    for (const code of ['rejected-code', 'unknown', ''])
      expect(await findReferrer(database.db, code)).toBeUndefined()
  })
})
