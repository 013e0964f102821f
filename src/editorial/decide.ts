import type { ProductStatus } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { recordAction } from '#db/queries/audit.ts'
import { markChanged, retractChanges, settleIssues } from '#db/queries/changelog.ts'
import type { Db, Trx } from '#db/connection/connect.ts'
import {
  type LockedListing,
  findDomainHolder,
  findLastAction,
  findVersion,
  lockListing,
  rewrites,
} from '#db/queries/decisions.ts'
import { brokenUniqueConstraint } from '#db/connection/failure.ts'
import { insertManageToken } from '#db/queries/manage-tokens.ts'
import { insertMails } from '#db/queries/outbox.ts'
import { askForRebuild } from '#db/queries/rebuilds.ts'
import { newSecret } from '#db/queries/secret.ts'
import { keepForUndo, readState } from '#db/queries/undos.ts'
import { endTaking } from '#db/queries/takings.ts'
import { type MailFields, mailOf } from '#mail/mails.ts'
import {
  type Decision,
  type MailOfDecision,
  type Transition,
  type Who,
  moves,
  notUndone,
  ownedByFile,
  situationOf,
  transition,
} from './decisions.ts'

export interface Request {
  slug: string
  /** The person or job that decides, by name, for the audit. */
  actor: string
  who?: Who
  /**
   * The version that the editor has read, see `findVersion`: if the listing changed since, the
   * decision is refused. Without it, any version is accepted.
   */
  seen?: string | undefined
  /** In how many minutes the mail leaves; until then the decision can be undone whole. */
  mailDelayMinutes?: number | undefined
  /** A private remark, stored with the decision in the audit. */
  note?: string | undefined
}

/** The decision is committed. The caller runs `sideEffects` next. */
export interface Decided {
  outcome: 'done'
  slug: string
  name: string
  /** Whether the decision changed public content. */
  isPublic: boolean
  mailIds: string[]
}

/** The decision was refused, and nothing was changed. */
export type Refusal =
  | { outcome: 'unknown'; slug: string }
  /** The status of the listing does not allow this decision. `by` took the last decision. */
  | { outcome: 'not_allowed'; slug: string; status: ProductStatus; by: string | null }
  /** The decision must be made in the file of the listing in content/. */
  | { outcome: 'curated'; slug: string; file: string }
  | { outcome: 'domain_taken'; slug: string; domain: string; holder: string }
  /** The texts or the proposal changed after the editor read them. */
  | { outcome: 'rewritten'; slug: string; by: string | null }

/** What a decision's own `work` has written. */
interface Written<D extends Decision> {
  /** Stored with the decision in the audit. */
  detail?: Record<string, unknown>
  /** The fields of the decision's mail. A function gets the token of a new manage link. */
  mail?: MailFields<MailOfDecision<D>> | ((token: string) => MailFields<MailOfDecision<D>>)
  /** Merged into `Decided`. */
  more?: object
}

/** Returns what it has written, or why it refuses the decision. */
type Work<W> = (trx: Trx, listing: LockedListing, row: Transition) => Promise<W>

type Taken<W> = [Extract<W, { more: object }>] extends [never]
  ? Decided
  : Decided & Extract<W, { more: object }>['more']
type Result<W> = Promise<Taken<W> | Refusal | Extract<W, { outcome: string }>>

/**
 * Takes one decision in one transaction: locks the listing, looks up what `decisions` allows in its
 * state, runs `work`, and writes the effects listed there. Of two concurrent decisions the second
 * is refused.
 */
export async function decide<
  D extends Decision,
  O extends string,
  W extends Written<D> | { outcome: O },
>(db: Db, decision: D, request: Request, work: Work<W>): Result<W> {
  const attempt = () => db.transaction().execute((trx) => decideIn(trx, decision, request, work))
  try {
    return await attempt()
  } catch (error) {
    // Another listing took the domain between check and write. The second attempt reports it.
    if (brokenUniqueConstraint(error) !== 'products_domain_key') throw error
    return attempt()
  }
}

/** Takes one decision inside the transaction of the caller, see `decide`. */
export async function decideIn<
  D extends Decision,
  O extends string,
  W extends Written<D> | { outcome: O },
>(
  trx: Trx,
  decision: D,
  { slug, actor, who = 'editor', seen, note, mailDelayMinutes }: Request,
  work: Work<W>,
): Result<W> {
  const listing = await lockListing(trx, slug)
  if (!listing) return { outcome: 'unknown', slug }
  const { id, name, status, domain } = listing
  if (listing.source_kind === 'curated' && who !== 'content' && ownedByFile.includes(decision))
    return { outcome: 'curated', slug, file: `content/listings/${slug}.yaml` }
  const row = transition(decision, situationOf(listing), who)
  if (!row) {
    const last = await findLastAction(trx, id, moves)
    return { outcome: 'not_allowed', slug, status, by: last?.actor ?? null }
  }
  if (seen !== undefined && (await findVersion(trx, id)) !== seen) {
    const last = await findLastAction(trx, id, rewrites)
    return { outcome: 'rewritten', slug, by: last?.actor ?? null }
  }
  if (row.effects.includes('takes_domain')) {
    const holder = await findDomainHolder(trx, domain, id)
    if (holder) return { outcome: 'domain_taken', slug, domain, holder: holder.slug }
  }
  const before = who === 'editor' ? await readState(trx, id) : undefined
  const written = await work(trx, listing, row)
  // `as`: only a refusal has an outcome.
  if ('outcome' in written) return written as Extract<W, { outcome: string }>

  const isPublic = row.effects.includes('marks_changed')
  if (row.effects.includes('leaves_feed')) await retractChanges(trx, id)
  const mailIds = await writeMail(trx, listing, row, written.mail, mailDelayMinutes)
  const detail = { ...written.detail, ...(note === undefined ? {} : { note }) }
  const audit_id = await recordAction(trx, { actor, action: decision, product_id: id, detail })
  if (before && !notUndone.includes(decision))
    await keepForUndo(trx, id, { audit_id, before, mailIds })
  // After a correction its editor still works on the listing.
  if (who === 'editor' && decision !== 'edit') await endTaking(trx, id)
  if (isPublic) {
    await settleIssues(trx, id)
    await markChanged(trx, [id])
    // No request: a content sync is part of a build anyway.
    if (who !== 'content') await askForRebuild(trx, actor)
  }
  // `as`: the fields of `more` are those of the type.
  return { outcome: 'done', slug, name, isPublic, mailIds, ...written.more } as Taken<W>
}

async function writeMail(
  trx: Trx,
  { id, submitter_email }: LockedListing,
  { mail }: Transition,
  fields: unknown,
  minutes: number | undefined,
): Promise<string[]> {
  if (mail === null || fields === undefined || submitter_email === null) return []
  // The type `Written` makes sure that the fields belong to a mail kind of this decision.
  const secret = newSecret()
  const composed = mailOf(
    mail,
    (typeof fields === 'function' ? fields(secret.token) : fields) as MailFields<typeof mail>,
  )
  if (typeof fields === 'function')
    await insertManageToken(trx, {
      product_id: id,
      token_hash: secret.token_hash,
      days: limits.manage_days,
    })
  return insertMails(trx, [{ ...composed, product_id: id, to_email: submitter_email }], minutes)
}
