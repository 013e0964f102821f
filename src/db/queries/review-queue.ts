import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { QualificationType } from '#contract/enums.ts'
import { type OwnerFieldName, ownerFieldNames } from '#contract/product-fields.ts'
import type { Db } from '#db/connection/connect.ts'
import { customToolNames, pricingUrl, toolSlugs, versionOf } from './decisions.ts'

/** The states of public listings, which are shown beside the queue and not in it. */
export const statesBeside = ['proposed', 'stale', 'claim_undecided', 'reported'] as const

/**
 * Why a listing is shown to editors. Pending: it is `new`, its owner `revised` it, or an editor's
 * decision was undone (`restored`). `revision_asked`: it waits for its owner; `claim_returned`:
 * only its claim does, and it still needs a decision. Public, shown beside the queue: an open
 * proposal, a repository that changed (`stale`), an undecided claim, or an open report of a wrong fact.
 */
export const queueStates = [
  'new',
  'revised',
  'restored',
  'claim_returned',
  'revision_asked',
  ...statesBeside,
] as const
export type QueueState = (typeof queueStates)[number]

/** The filters of the queue. */
export interface QueueQuestion {
  /** Each word must occur in the name, slug, domain, description or submitter. */
  words?: readonly string[] | undefined
  state?: QueueState | undefined
  /** The claimed qualification; `none` for listings without a claim. */
  kind?: QualificationType | 'none' | undefined
}

export type QueueRow = Awaited<ReturnType<typeof listQueue>>[number]

/**
 * The pending listings in the order of review; those that wait for their owner come last. For a
 * state in `statesBeside`, the public listings in that state. `proposed` and `reported` listings are
 * ordered by the age of the proposal or the oldest report, not of the listing.
 */
export function listQueue(db: Db, { words = [], state, kind }: QueueQuestion = {}) {
  // A public listing may have several states beside the queue: the requested one is shown.
  const beside = statesBeside.find((one) => one === state)
  const since = beside === 'reported' ? reportedSince : waitsSince
  const shown = beside === undefined ? queueState : sql<QueueState>`${beside}::text`
  return (
    db
      .selectFrom('products')
      .select(['slug', 'name', 'domain', 'qualification_type', 'review_priority', 'created_at'])
      .select(shown.as('state'))
      .select([since.as('waits_since'), textsSince.as('texts_since')])
      // Changes with the texts of the listing.
      .select(versionOf(sql.ref('products.id')).as('version'))
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
      .$if(state !== 'proposed' && state !== 'reported', (query) =>
        query.orderBy('review_priority', 'desc'),
      )
      .orderBy(since)
      .orderBy('id')
      .execute()
  )
}

const isBeside = {
  proposed: sql<boolean>`exists (select from proposals p where p.product_id = products.id and p.outcome is null)`,
  stale: sql<boolean>`exists (select from proof_checks c where c.product_id = products.id and c.changes <> '[]')`,
  claim_undecided: sql<boolean>`(source_kind = 'user_submission' and claim_review_status = 'submitted')`,
  reported: sql<boolean>`exists (select from reports r where r.product_id = products.id and r.state = 'open')`,
} as const satisfies Record<(typeof statesBeside)[number], RawBuilder<boolean>>

/** How many pending listings wait for an editor, and how many for their owner. */
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
  when exists (select from audit a where a.product_id = products.id and a.action in ('restore', 'undo-approval', 'undo')) then 'restored'
  else 'new' end`

const waitsSince = sql<Date>`coalesce(
  (select p.created_at from proposals p where p.product_id = products.id and p.outcome is null),
  products.created_at)`

const textsSince = sql<Date>`coalesce(revised_at, products.created_at)`

const reportedSince = sql<Date>`(
  select min(r.created_at) from reports r where r.product_id = products.id and r.state = 'open')`

// Not `like`: the words may contain % and _, which are wildcards there.
function holds(word: string): RawBuilder<boolean> {
  return sql<boolean>`position(lower(${word}) in
    lower(concat_ws(' ', name, slug, domain, description, submitter_email))) > 0`
}

/** How many public listings are in a state that is shown beside the queue. */
export async function countBeside(db: Db, state: (typeof statesBeside)[number]): Promise<number> {
  const row = await db
    .selectFrom('products')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('status', '=', 'approved')
    .where(isBeside[state], '=', true)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Another listing of the same submitter or site, shown beside the listing under review. */
export interface OtherListing {
  slug: string
  name: string
  domain: string
  status: string
  /** Why the listing was rejected or withdrawn; else null. */
  reason: string | null
}

export type ListingForReview = NonNullable<Awaited<ReturnType<typeof findForReview>>>

/** The fields that an editor reads first; the other fields that owners can edit follow. */
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
      'editorial_summary',
      'examples',
      'public_note',
      'stack_basis',
      'launch_date',
    ])
    .select((eb) => [
      // The version of the texts that the editor reads. A decision repeats it as `--seen`.
      versionOf(sql.ref('products.id')).as('version'),
      toolSlugs(sql.ref('products.id')).as('tools'),
      customToolNames.as('custom_tools'),
      textsSince.as('texts_since'),
      pricingUrl.as('pricing_url'),
      // Other listings of this submitter show an editor a flood or a known submitter.
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

// At most 50 listings, oldest first.
function others(isOther: RawBuilder<unknown>) {
  return sql<OtherListing[]>`(select coalesce(json_agg(o), '[]') from (
    select other.slug, other.name, other.domain, other.status,
      coalesce(other.rejection_reason, other.withdrawal_reason) as reason
    from products other where ${isOther} and other.id <> products.id
    order by other.created_at limit 50) o)`
}

/**
 * SQL for the owner of a domain: on a code host the account (github.com/acme for
 * github.com/acme/app), else the registrable domain.
 */
function siteOf(table: 'other' | 'products') {
  const domain = sql.ref(`${table}.domain`)
  return sql`case when position('/' in ${domain}) > 0
    then split_part(${domain}, '/', 1) || '/' || split_part(${domain}, '/', 2)
    else ${sql.ref(`${table}.registrable_domain`)} end`
}

/** Fields of owners without a text of their own: addresses, and values of a closed set. */
const closed = [
  'url',
  'favicon_url',
  'screenshot_url',
  'audience_tags',
  'topics',
  'qualification_type',
  'agent_use_case',
] as const satisfies OwnerFieldName[]

/** The fields with texts that owners wrote. */
export const ownersTexts = [
  ...ownerFieldNames.filter(
    (name): name is Exclude<OwnerFieldName, (typeof closed)[number]> =>
      !closed.some((other) => other === name),
  ),
  'overview' as const,
]

/** The texts that owners wrote, of the listings with these slugs. */
export function listOwnersTexts(db: Db, slugs: readonly string[]) {
  return db
    .selectFrom('products')
    .select(['slug', ...ownersTexts, customToolNames.as('custom_tools')])
    .where('slug', '=', sql<string>`any(${[...slugs]}::text[])`)
    .execute()
}

/** The names and aliases of the tools with these slugs. */
export function listToolNames(db: Db, slugs: readonly string[]) {
  return db
    .selectFrom('tools')
    .select(['slug', 'name', 'aliases'])
    .where('slug', '=', sql<string>`any(${[...slugs]}::text[])`)
    .execute()
}

/** The repositories of a listing, written like the domain of one on a code host. */
const repositories = sql<string[]>`array(select lower(split_part(url, '://', 2)) from (
  select products.reading->>'repository' union
  select repository from proofs where product_id = products.id union
  select tool->>'repository' from proofs, jsonb_array_elements(tools) tool
    where product_id = products.id) named (url) where url is not null)`

/** Every pending or approved listing except one, to compare it with that one. */
export function listForLikeness(db: Db, except: string) {
  return db
    .selectFrom('products')
    .select(['slug', 'name', 'domain', 'status', 'description', 'created_at', 'approved_at'])
    .select(repositories.as('repositories'))
    .where('status', 'in', ['pending', 'approved'])
    .where('slug', '<>', except)
    .execute()
}
