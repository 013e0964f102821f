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

/** The content of the manage page, all of it by the owner or for the owner. */
export interface Managed {
  slug: string
  name: string
  status: 'pending' | 'approved'
  email: string
  state: string
  next: string
  /** The editors' notes about the submission and the claim. */
  notes: readonly string[]
  owner_status: Owned['owner_status']
  /** The token that verifies the domain; null where the domain says nothing about ownership. */
  domain: { name: string; token: string } | null
  /** The values of the form: the listing's, with those of the open proposal. */
  fields: ReadonlyMap<string, string | string[]>
  /** The time of the owner's last revision. */
  revised_at: Date | null
  /** The fields of the open proposal. */
  proposed: readonly EditableName[]
}

export type ManageState =
  { kind: 'open'; managed: Managed } | { kind: 'unknown' } | { kind: 'away' }

/** Reads a manage link without using it up: mail scanners open links. */
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

// The domain of a code host says nothing about the owner of a repository.
function domainOf(claim: Awaited<ReturnType<typeof findDomainToken>>): Managed['domain'] {
  if (!claim || claim.domain.includes('/')) return null
  return { name: claim.registrable_domain, token: claim.domain_token }
}

// The form only has texts and lists of texts.
function shown([name, value]: [string, unknown]): [string, string | string[]][] {
  if (typeof value === 'string') return [[name, value]]
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
    ? [[name, value]]
    : []
}

/** `looked`: sentences about the places that were checked. */
export type DomainChecked = { kind: 'found' } | { kind: 'missing'; looked: readonly string[] }

/** Checks the listing's domain for the owner's token, in DNS or a file, and stores the result. */
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
    log('a domain could not be checked', error)
    return { kind: 'missing', looked: ['We cannot check it at the moment; try again in a minute.'] }
  }
}

export type Withdrawn =
  | { kind: 'withdrawn'; name: string; followed: SideEffects }
  | { kind: 'unknown' }
  | { kind: 'away' }

/** Withdraws the listing of a manage link for its owner; the link expires. */
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
    const backend = { db, mailer: async () => mailer, builder, afterAnswer }
    return { kind: 'withdrawn', name: outcome.name, followed: await sideEffects(backend, outcome) }
  } catch (error) {
    log('a withdrawal failed', error)
    return { kind: 'away' }
  }
}

/** The delay of the work for a match, so that the page is rendered before it begins. */
const answeredMs = 100

/** The shortest time between two links to the same address. */
const quietMs = 10 * 60_000

/**
 * Sends a new manage link, or throws `rate_limited`. Decision 33, Revision: "with one answer whether
 * they match or not", so a match is handled after the answer: its time reveals nothing either.
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
  await countStatus({ slug: wanted.slug, address }, service)
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
    // A concurrent request may have sent a link since the first check.
    await lockMailbox(trx, wanted.email)
    const found = await findToSendLink(trx, wanted)
    if (!found) return []
    await insertManageToken(trx, { product_id: found.id, token_hash, days })
    const mail = mailOf('manage-link', { name: found.name, manage_url: to.manage(token), days })
    return insertMails(trx, [{ ...mail, product_id: found.id, to_email: wanted.email }])
  })
  await deliverAfterCommit(db, mailer, mailIds)
}
