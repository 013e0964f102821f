import { setTimeout as after } from 'node:timers/promises'
import type { EditableName } from '#editorial/editable-fields.ts'
import { limits } from '#contract/limits.ts'
import { readWhole } from '#db/decisions.ts'
import { findToSendLink, insertManageToken } from '#db/manage-tokens.ts'
import { insertMails } from '#db/outbox.ts'
import { findDomainToken, setDomainVerified } from '#db/owner-claims.ts'
import { recordAction } from '#db/audit.ts'
import { findOwnerToken } from '#proof/websites/owner-domain.ts'
import { findOpenProposal } from '#db/proposals.ts'
import { beyondRequest } from '#request-deadline.ts'
import { newSecret } from '#db/secret.ts'
import { lockMailbox } from '#db/unconfirmed-mails.ts'
import { type SideEffects, sideEffects } from '#editorial/side-effects.ts'
import { withdrawListing } from '#editorial/withdraw.ts'
import { deliverAfterCommit } from '#mail/deliver.ts'
import { mailOf } from '#mail/mails.ts'
import { countStatus } from './admit.ts'
import { type Managed as Owned, managedBy } from './managed.ts'
import { ownListing } from './own-listing.ts'
import { refuseWhileRestricted } from './restriction.ts'
import type { Service } from './service.ts'

/** What a manage link opens. Everything in it was written by the owner or by editors to the owner. */
export interface Managed {
  slug: string
  name: string
  status: 'pending' | 'approved'
  email: string
  state: string
  next: string
  /** What an editor wrote about the submission, and about the claim. */
  notes: readonly string[]
  owner_status: Owned['owner_status']
  /** What shows under the domain that it is the owner's; null where a domain shows nothing. */
  domain: { name: string; token: string } | null
  /** What the form shows: as the listing stands, with what the open proposal would change. */
  fields: ReadonlyMap<string, string | string[]>
  /** When its owner last replaced what was submitted. */
  revised_at: Date | null
  /** The fields of the proposal that waits. */
  proposed: readonly EditableName[]
}

export type ManageState =
  | { kind: 'open'; managed: Managed }
  /** No such link, or not any more. */
  | { kind: 'unknown' }
  | { kind: 'away' }

/** Reads a manage link. It changes nothing: mail scanners open links before people do. */
export async function openManaged(token: string, service: Service): Promise<ManageState> {
  const { db, clock, log } = service
  try {
    const found = await managedBy(token, { db, clock })
    if (!found) return { kind: 'unknown' }
    const whole = await readWhole(db, found.id)
    const changes = (await findOpenProposal(db, found.id))?.changes ?? {}
    return {
      kind: 'open',
      managed: {
        slug: found.slug,
        name: found.name,
        email: found.submitter_email ?? '',
        ...ownListing(found, Object.keys(changes).length > 0),
        owner_status: found.owner_status,
        domain: domainOf(await findDomainToken(db, found.id)),
        revised_at: found.revised_at,
        fields: new Map(Object.entries({ ...whole, ...changes }).flatMap(shown)),
        proposed: Object.keys(changes) as EditableName[],
      },
    }
  } catch (error) {
    log('a manage link could not be read', error)
    return { kind: 'away' }
  }
}

// On a code host the domain is the host's, and says nothing about who owns a repository.
function domainOf(claim: Awaited<ReturnType<typeof findDomainToken>>): Managed['domain'] {
  if (!claim || claim.domain.includes('/')) return null
  return { name: claim.registrable_domain, token: claim.domain_token }
}

// Of all the columns a form asks for texts and lists of texts alone.
function shown([name, value]: [string, unknown]): [string, string | string[]][] {
  if (typeof value === 'string') return [[name, value]]
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
    ? [[name, value]]
    : []
}

/** What looking for the owner's token came to: found, or where we looked and what was there. */
export type DomainChecked = { kind: 'found' } | { kind: 'missing'; looked: readonly string[] }

/**
 * Looks for the token of the owner under the domain of the listing, and keeps that it is there.
 * Decision, Owner claim: "a DNS TXT record or `/.well-known/` file with the token".
 */
export async function verifyDomain(
  token: string,
  { db, clock, log, network }: Pick<Service, 'db' | 'clock' | 'log' | 'network'>,
): Promise<DomainChecked> {
  try {
    const found = await managedBy(token, { db, clock })
    const claim = found && (await findDomainToken(db, found.id))
    if (!claim) return { kind: 'missing', looked: ['This link opens nothing any more.'] }
    const owner = await findOwnerToken({ ...claim, token: claim.domain_token }, network)
    if (owner.kind === 'missing') return owner
    await db.transaction().execute(async (trx) => {
      await setDomainVerified(trx, found.id)
      const detail = { by: owner.kind }
      await recordAction(trx, {
        actor: 'owner',
        action: 'verify-domain',
        product_id: found.id,
        detail,
      })
    })
    return { kind: 'found' }
  } catch (error) {
    log('a domain could not be looked at', error)
    return { kind: 'missing', looked: ['We cannot look at the moment; try again in a minute.'] }
  }
}

/** What an owner's withdrawal came to. */
export type Withdrawn =
  | { kind: 'withdrawn'; name: string; followed: SideEffects }
  | { kind: 'unknown' }
  | { kind: 'away' }

/** Withdraws the listing of a manage link for its owner. The link opens nothing any more then. */
export async function withdrawOwn(token: string, service: Service): Promise<Withdrawn> {
  const { db, clock, log, to, mailer, builder, afterAnswer, wrote } = service
  try {
    const found = await managedBy(token, { db, clock })
    if (!found) return { kind: 'unknown' }
    const request = { slug: found.slug, actor: 'owner', who: 'owner' } as const
    const reason = 'Its owner withdrew it.'
    const outcome = await withdrawListing(db, { ...request, reason }, to)
    if (outcome.outcome !== 'done') return { kind: 'unknown' }
    wrote({ write: 'withdrawal', slug: found.slug })
    const door = { db, mailer: async () => mailer, builder, afterAnswer }
    return { kind: 'withdrawn', name: outcome.name, followed: await sideEffects(door, outcome) }
  } catch (error) {
    log('a withdrawal failed', error)
    return { kind: 'away' }
  }
}

/** By then the page of the answer is made: no work of a match slows it down. */
const answeredMs = 100

/** Another mail to the same address sooner than this would be a nuisance. */
const quietMs = 10 * 60_000

/**
 * Sends the manage link of a listing anew. Decision, Revision: "with one answer whether they match
 * or not", so nothing is returned, and what a match takes beyond the look is done after the answer:
 * its time says nothing either. Throws the wait of whoever asks too often.
 */
export async function sendManageLink(
  { slug, email, address }: { slug: string; email: string; address: string },
  service: Service,
): Promise<void> {
  await refuseWhileRestricted('reading', service)
  const asked = { slug: slug.trim().toLowerCase(), email: email.trim().toLowerCase() }
  await countStatus({ slug: asked.slug, address }, service)
  const wanted = { ...asked, since: new Date(service.clock().getTime() - quietMs) }
  if (await findToSendLink(service.db, wanted))
    await service.afterAnswer(beyondRequest(() => mailLink(wanted, service)))
}

async function mailLink(
  wanted: { slug: string; email: string; since: Date },
  { db, mailer, to }: Service,
): Promise<void> {
  await after(answeredMs)
  const { token, token_hash } = newSecret()
  const days = limits.manage_days
  const mailIds = await db.transaction().execute(async (trx) => {
    // One mailbox, one request at a time: another may have sent a link since.
    await lockMailbox(trx, wanted.email)
    const found = await findToSendLink(trx, wanted)
    if (!found) return []
    await insertManageToken(trx, { product_id: found.id, token_hash, days })
    const mail = mailOf('manage-link', { name: found.name, manage_url: to.manage(token), days })
    return insertMails(trx, [{ ...mail, product_id: found.id, to_email: wanted.email }])
  })
  // What fails stays due in the outbox, and is logged where it fails.
  await deliverAfterCommit(db, mailer, mailIds)
}
