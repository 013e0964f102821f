import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { QualificationType } from '#contract/enums.ts'
import { ownerFieldNames } from '#contract/product-fields.ts'
import type { Db } from './connect.ts'
import { versionOf } from './decisions.ts'

/**
 * What a pending listing waits for: nobody has looked at it, its owner has mended it, an editor took
 * a decision back, or it was sent back to its owner. One of which only the claim was sent back still
 * waits for a decision. A public listing is not in the queue; it waits beside it while a change of
 * it is proposed, after a look at its repository that found something changed, or while nobody has
 * decided on the claim that its owner made.
 */
export const queueStates = [
  'new',
  'revised',
  'restored',
  'claim_returned',
  'revision_asked',
  'proposed',
  'stale',
  'claim_undecided',
] as const
export type QueueState = (typeof queueStates)[number]

/** The states of public listings, which are not of the queue. */
export const statesBeside = ['proposed', 'stale', 'claim_undecided'] as const satisfies QueueState[]

/** Narrows the queue. */
export interface QueueQuestion {
  /** All of these words are somewhere in name, slug, domain, description or submitter. */
  words?: readonly string[]
  state?: QueueState
  /** The kind that it claims to be; `none` for those that claim nothing. */
  kind?: QualificationType | 'none'
}

export type QueueRow = Awaited<ReturnType<typeof listQueue>>[number]

/**
 * The pending listings in the order in which they are to be reviewed. Those that wait for their
 * owner come last. Asked for what stands beside the queue, the public listings that are so; those
 * that are `proposed` by when: how old the listing is says nothing of how long its owner has waited.
 */
export function listQueue(db: Db, { words = [], state, kind }: QueueQuestion = {}) {
  // A listing may stand beside it for more than one reason.
  const beside = statesBeside.find((one) => one === state)
  const told = beside === undefined ? queueState : sql<QueueState>`${beside}::text`
  return db
    .selectFrom('products')
    .select(['slug', 'name', 'domain', 'qualification_type', 'review_priority', 'created_at'])
    .select(told.as('state'))
    .select(waitsSince.as('waits_since'))
    .where('status', '=', beside === undefined ? 'pending' : 'approved')
    .$if(beside !== undefined, (query) => query.where(isBeside[beside!], '=', true))
    .$if(beside === undefined && state !== undefined, (query) =>
      query.where(queueState, '=', state!),
    )
    .$if(kind !== undefined, (query) =>
      kind === 'none'
        ? query.where('qualification_type', 'is', null)
        : query.where('qualification_type', '=', kind as QualificationType),
    )
    .where((eb) => eb.and(words.map((word) => holds(word))))
    .orderBy(sql`${queueState} = 'revision_asked'`)
    .$if(state !== 'proposed', (query) => query.orderBy('review_priority', 'desc'))
    .orderBy(waitsSince)
    .orderBy('id')
    .execute()
}

const isBeside = {
  proposed: sql<boolean>`exists (select from proposals p where p.product_id = products.id and p.outcome is null)`,
  stale: sql<boolean>`exists (select from proof_checks c where c.product_id = products.id and c.changes <> '[]')`,
  claim_undecided: sql<boolean>`(source_kind = 'user_submission' and claim_review_status = 'submitted')`,
} as const satisfies Record<(typeof statesBeside)[number], RawBuilder<boolean>>

/** How many of the pending listings an editor is to decide on, and how many wait for their owner. */
export async function countQueue(db: Db): Promise<{ toDecide: number; withOwner: number }> {
  const { pending, withOwner } = await db
    .selectFrom('products')
    .select([
      sql<number>`count(*)::int`.as('pending'),
      sql<number>`(count(*) filter (where ${queueState} = 'revision_asked'))::int`.as('withOwner'),
    ])
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return { toDecide: pending - withOwner, withOwner }
}

const queueState = sql<QueueState>`case
  when revision_notes is not null then 'revision_asked'
  when claim_review_status = 'needs_revision' then 'claim_returned'
  when revised_at is not null then 'revised'
  when exists (select from audit a where a.product_id = products.id and a.action in ('restore', 'undo-approval')) then 'restored'
  else 'new' end`

const waitsSince = sql<Date>`coalesce(
  (select p.created_at from proposals p where p.product_id = products.id and p.outcome is null),
  products.created_at)`

// Not a pattern: what somebody types may hold % and _.
function holds(word: string): RawBuilder<boolean> {
  return sql<boolean>`position(lower(${word}) in
    lower(concat_ws(' ', name, slug, domain, description, submitter_email))) > 0`
}

/** How many public listings stand so beside the queue. */
export async function countBeside(db: Db, state: (typeof statesBeside)[number]): Promise<number> {
  const row = await db
    .selectFrom('products')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('status', '=', 'approved')
    .where(isBeside[state], '=', true)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Another listing, as an editor needs to see it beside the one that is decided on. */
export interface OtherListing {
  slug: string
  name: string
  domain: string
  status: string
  /** Why it was rejected or withdrawn. */
  reason: string | null
}

export type ListingForReview = NonNullable<Awaited<ReturnType<typeof findForReview>>>

/** What an editor reads first; the other fields of owners follow in their order. */
const leading = [
  'name',
  'url',
  'domain',
  'description',
  'overview',
  'founder_name',
  'founder_twitter',
] as const

/** Everything an editor needs to decide on a listing, in any status. */
export function findForReview(db: Db, slug: string) {
  return db
    .selectFrom('products')
    .leftJoin('owner_claims', 'owner_claims.product_id', 'products.id')
    .select([
      'products.slug',
      'products.status',
      'source_kind',
      ...leading,
      ...ownerFieldNames.filter((field) => !leading.some((name) => name === field)),
      'claim_review_status',
      'claim_evidence_summary',
      'claim_review_notes',
      'submitter_email',
      'owner_claims.status as owner_status',
      'submitted_by_agent',
      'submission_tier',
      'is_featured',
      'featured_rank',
      'created_at',
      'approved_at',
      'rejected_at',
      'rejection_reason',
      'withdrawn_at',
      'withdrawal_reason',
      'corrected_at',
    ])
    .select((eb) => [
      // What a decision is taken on, for `--seen`.
      versionOf(sql.ref('products.id')).as('version'),
      sql<
        string[]
      >`array(select t.slug from product_tools pt join tools t on t.id = pt.tool_id where pt.product_id = ${eb.ref('products.id')} order by pt.position)`.as(
        'tools',
      ),
      sql<
        string[]
      >`array(select name from product_custom_tools c where c.product_id = ${eb.ref('products.id')} order by position)`.as(
        'custom_tools',
      ),
      // What else came from this address, so that an editor sees a flood or an old acquaintance.
      others(sql`other.submitter_email = products.submitter_email`).as('others_of_submitter'),
      others(sql`other.registrable_domain = products.registrable_domain
        and ${siteOf('other')} = ${siteOf('products')}`).as('others_of_domain'),
      jsonArrayFrom(
        eb
          .selectFrom('audit')
          .select(['at', 'actor', 'action', 'detail'])
          .whereRef('audit.product_id', '=', 'products.id')
          .orderBy('audit.id'),
      ).as('history'),
    ])
    .where('products.slug', '=', slug)
    .executeTakeFirst()
}

// The oldest first, and no more than anybody reads.
function others(isOther: RawBuilder<unknown>) {
  return sql<OtherListing[]>`(select coalesce(json_agg(o), '[]') from (
    select other.slug, other.name, other.domain, other.status,
      coalesce(other.rejection_reason, other.withdrawal_reason) as reason
    from products other where ${isOther} and other.id <> products.id
    order by other.created_at limit 50) o)`
}

/** Whose a domain is: on a code host the owner's, not everybody's there. */
function siteOf(table: 'other' | 'products') {
  const domain = sql.ref(`${table}.domain`)
  return sql`case when position('/' in ${domain}) > 0
    then split_part(${domain}, '/', 1) || '/' || split_part(${domain}, '/', 2)
    else ${sql.ref(`${table}.registrable_domain`)} end`
}

/** What the tools of these slugs are called. */
export function listToolNames(db: Db, slugs: readonly string[]) {
  return db
    .selectFrom('tools')
    .select(['slug', 'name', 'aliases'])
    .where('slug', '=', sql<string>`any(${[...slugs]}::text[])`)
    .execute()
}

/** Every other listing that there is or may be, to be compared with one. */
export function listForLikeness(db: Db, except: string) {
  return db
    .selectFrom('products')
    .select(['slug', 'name', 'domain', 'status', 'description', 'created_at', 'approved_at'])
    .where('status', 'in', ['pending', 'approved'])
    .where('slug', '<>', except)
    .execute()
}
