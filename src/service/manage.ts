import { setTimeout as after } from 'node:timers/promises'
import type { EditableName } from '#editorial/editable-fields.ts'
import { limits } from '#contract/limits.ts'
import { badgeSnippets } from '#core/badge.ts'
import { findProvedClaim } from '#db/queries/claims.ts'
import type { Db } from '#db/connection/connect.ts'
import { readWhole } from '#db/queries/decisions.ts'
import { findToSendLink, insertManageToken } from '#db/queries/manage-tokens.ts'
import { insertMails } from '#db/queries/outbox.ts'
import { listHistory } from '#db/queries/history.ts'
import { findOpenProposal } from '#db/queries/proposals.ts'
import { beyondRequest } from '#request-deadline.ts'
import { newSecret } from '#db/queries/secret.ts'
import { lockMailbox } from '#db/queries/unconfirmed-mails.ts'
import { sideEffects } from '#editorial/side-effects.ts'
import { takeBack } from '#editorial/revise.ts'
import { withdrawListing } from '#editorial/withdraw.ts'
import { deliverAfterCommit } from '#mail/deliver.ts'
import { mailOf } from '#mail/mails.ts'
import { lastDeclined, ownHistory } from '#present/review/history-words.ts'
import { countQuestion } from './admit.ts'
import { orAway } from './failure.ts'
import { type Managed as Owned, managedBy } from './managed.ts'
import { ownListing } from './own-listing.ts'
import { refuseWhileRestricted } from './restriction.ts'
import type { Service } from './service.ts'

/** More entries are left out: the audit of a curated listing has one for each correction. */
const mostEntries = 60

/**
 * Lets the owner act on the listing of a manage link. `unknown` if the link opens nothing; `away`
 * if it failed, which is logged as `problem`.
 */
function byLink<T>(
  token: string,
  { db, clock, log }: Pick<Service, 'db' | 'clock' | 'log'>,
  problem: string,
  act: (found: Owned) => Promise<T>,
): Promise<T | { kind: 'unknown' | 'away' }> {
  return orAway(log, problem, async () => {
    const found = await managedBy(token, { db, clock })
    return found ? act(found) : { kind: 'unknown' }
  })
}

/** The data that the manage page shows. All of it is written by the owner or for the owner. */
export type Managed = Awaited<ReturnType<typeof managedListing>>

/** Reads a manage link. The link can be used again, because mail scanners open links too. */
export function openManaged(token: string, service: Service) {
  return byLink(token, service, 'a manage link could not be read', async (found) => ({
    kind: 'open' as const,
    managed: await managedListing(found, service),
  }))
}

async function managedListing(found: Owned, { db, urls }: Service) {
  const { id, slug, name, owner_status, revised_at } = found
  const actions = await listHistory(db, { slug, limit: mostEntries })
  const whole = await readWhole(db, id)
  const changes = (await findOpenProposal(db, id))?.changes ?? {}
  return {
    slug,
    name,
    email: found.submitter_email ?? '',
    ...ownListing(found, Object.keys(changes).length > 0),
    owner_status,
    /** What a claim of it names: its slug, or its address while it is not public. */
    claimable: found.status === 'approved' ? slug : whole.url,
    /** Whether the listing has a file, so that only editors take it out. */
    is_curated: found.source_kind === 'curated',
    /** When the owner last revised the listing. */
    revised_at,
    /** The values of the form: those of the listing, with those of the open proposal over them. */
    fields: { ...whole, ...changes },
    /** The names of the fields that the open proposal changes. */
    proposed: Object.keys(changes) as EditableName[],
    /** The last proposal, if an editor declined it. */
    declined: lastDeclined(actions),
    /** What became of the listing, newest first. */
    history: ownHistory(actions),
    /** How the owner claimed the listing; null if that was not needed. */
    claim: await ownersClaim(db, id),
    /** The code that shows its badge on a site. */
    badges: badgeSnippets(urls.listing(slug), urls.badge(slug)),
  }
}

/** `missing_since`: since when the proof is gone; null while it is there. */
async function ownersClaim(db: Db, productId: string) {
  const claim = await findProvedClaim(db, productId)
  if (!claim?.proof || !claim.way) return null
  const { way, proof, seen_at, missing_since } = claim
  return { way, where: proof.where, commit: proof.commit, seen_at, missing_since }
}

/** Takes the open proposal back for the owner who has the manage link; false if there is none. */
export async function takeBackOwn(token: string, service: Service): Promise<boolean> {
  const taken = await byLink(token, service, 'a proposal could not be taken back', ({ slug }) =>
    takeBack(service.db, slug),
  )
  return 'outcome' in taken && taken.outcome === 'done'
}

/** Withdraws a listing for its owner, who has the manage link. The link then expires. */
export function withdrawOwn(token: string, service: Service) {
  const { db, urls, mailer, builder, afterAnswer, wrote } = service
  return byLink(token, service, 'a withdrawal failed', async ({ slug }) => {
    const request = { slug, actor: 'owner', who: 'owner' } as const
    const reason = 'Its owner withdrew it.'
    const outcome = await withdrawListing(db, { ...request, reason }, urls)
    if (outcome.outcome !== 'done') return { kind: 'unknown' as const }
    wrote({ write: 'withdrawal', slug })
    await sideEffects({ db, mailer: async () => mailer, builder, afterAnswer }, outcome)
    return { kind: 'withdrawn' as const, name: outcome.name }
  })
}

/** How long the mail to a matching address waits, in ms: by then the page has been rendered. */
const answeredMs = 100

/** The minimum time between two manage links to the same e-mail address, in ms. */
const quietMs = 10 * 60_000

/**
 * Sends a new manage link, or throws `rate_limited`. Decisions, Manage link: "with one answer
 * whether they match or not". A match is handled after the answer, so that the time of the answer
 * reveals nothing either.
 */
export async function sendManageLink(
  { slug, email, address }: { slug: string; email: string; address: string },
  service: Service,
): Promise<void> {
  await refuseWhileRestricted('reading', service)
  const wanted = {
    slug: slug.trim().toLowerCase(),
    email: email.trim().toLowerCase(),
    since: new Date(service.clock().getTime() - quietMs),
  }
  await countQuestion(address, service)
  if (await findToSendLink(service.db, wanted))
    await service.afterAnswer(beyondRequest(() => mailLink(wanted, service)))
}

async function mailLink(
  wanted: { slug: string; email: string; since: Date },
  { db, mailer, urls }: Service,
): Promise<void> {
  await after(answeredMs)
  const { token, token_hash } = newSecret()
  const days = limits.manage_days
  const mailIds = await db.transaction().execute(async (trx) => {
    // Another request may have sent a link since the check before this transaction.
    await lockMailbox(trx, wanted.email)
    const found = await findToSendLink(trx, wanted)
    if (!found) return []
    await insertManageToken(trx, { product_id: found.id, token_hash, days })
    const mail = mailOf('manage-link', { name: found.name, manage_url: urls.manage(token), days })
    return insertMails(trx, [{ ...mail, product_id: found.id, to_email: wanted.email }])
  })
  await deliverAfterCommit(db, mailer, mailIds)
}
