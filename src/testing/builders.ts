import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db } from '#db/connection/connect.ts'
import type { Database } from '#db/migrations/schema.ts'
import { setRows } from './rows.ts'

type New<T extends keyof Database> = Partial<Insertable<Database[T]>>

let last = 0

/** Appends a number to a word, so that the value is unique in this test file. */
export function fresh(word: string): string {
  return `${word}-${++last}`
}

/** Inserts a category and returns its slug. */
export async function insertCategory(db: Db, more: New<'categories'> = {}): Promise<string> {
  const slug = more.slug ?? fresh('category')
  await db
    .insertInto('categories')
    .values({ slug, name: slug, description: 'What belongs together.', position: 0, ...more })
    .execute()
  return slug
}

/** Inserts a tool. It gets a category of its own, unless `more` sets one. */
export async function insertTool(
  db: Db,
  more: New<'tools'> = {},
): Promise<{ id: string; slug: string }> {
  const slug = more.slug ?? fresh('tool')
  const category = more.category ?? (await insertCategory(db))
  return db
    .insertInto('tools')
    .values({
      slug,
      name: slug,
      description: null,
      homepage: `https://${slug}.example/`,
      icon: null,
      ...more,
      category,
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
}

/** The columns of a pending submission. Slug and domain are unique, unless `more` sets them. */
export function pendingProduct(more: New<'products'> = {}) {
  const slug = more.slug ?? fresh('product')
  const domain = more.domain ?? `${slug}.example`
  return {
    id: randomUUID(),
    slug,
    name: slug,
    description: 'Answers letters.',
    url: `https://${domain}/`,
    domain,
    registrable_domain: domain,
    source_kind: 'user_submission' as const,
    submitter_email: `owner@${slug}.example`,
    ...more,
  }
}

/** Inserts a pending submission whose stack is `tools`, in this order. */
export async function insertPending(
  db: Db,
  more: New<'products'> = {},
  tools: readonly { id: string }[] = [],
) {
  const product = pendingProduct(more)
  await db.insertInto('products').values(product).execute()
  if (tools.length > 0) {
    const rows = tools.map(({ id }, position) => ({
      product_id: product.id,
      tool_id: id,
      position,
    }))
    await db.insertInto('product_tools').values(rows).execute()
  }
  return product
}

/** Inserts an approved listing. Unlike a real approval, this writes no changelog item. */
export function insertApproved(
  db: Db,
  more: New<'products'> = {},
  tools: readonly { id: string }[] = [],
) {
  const approval = {
    status: 'approved' as const,
    approved_at: new Date(),
    referral_code: fresh('code'),
  }
  return insertPending(db, { ...approval, ...more }, tools)
}

/** Inserts a rejected submission. */
export function insertRejected(db: Db, more: New<'products'> = {}) {
  return insertPending(db, {
    status: 'rejected',
    rejected_at: new Date(),
    rejection_reason: 'It has no website yet.',
    ...more,
  })
}

/** Rejects every pending submission, so that none of other tests waits in the queue. */
export function emptyQueue(db: Db): Promise<void> {
  const rejected = { status: 'rejected', rejected_at: new Date(), rejection_reason: 'No.' } as const
  return setRows(db, 'products', { status: 'pending' }, rejected)
}
