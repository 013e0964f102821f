import { similarities, lookAlikes } from '#core/look-alikes.ts'
import { suspicions } from '#core/suspicious-text.ts'
import { findMailBlock } from '#db/mail-off.ts'
import { findStaleEvidence } from '#db/proof-checks.ts'
import { type ListingForReview, listForLikeness, listToolNames } from '#db/review-queue.ts'
import type { Decision } from '#editorial/decisions.ts'
import type { ProofChange } from '#db/proof-tables.ts'
import { checkLinks } from '#proof/websites/check-links.ts'
import { notChecked } from '#proof/fetch/reach.ts'
import type { Session } from './session.ts'
import { type Findings, besideStack } from './listing-lines.ts'
import { findProposal } from './proposals.ts'
import { namesOne } from './stack-names.ts'
import { age, onOneLine } from './terminal-text.ts'

type StaleEvidence = NonNullable<Awaited<ReturnType<typeof findStaleEvidence>>>
type FinderSession = Pick<Session, 'backend' | 'now' | 'look' | 'reach'>
type Finder = (session: FinderSession, listing: ListingForReview) => Promise<string[]>

/** Editors wait at most this long for network checks. */
const patienceMs = 3_000

/** The result of some work, or undefined if it takes longer than `patienceMs`. */
function patiently<T>(work: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) =>
    setTimeout(resolve, patienceMs, undefined).unref(),
  )
  return Promise.race([work, late])
}

const finders: Readonly<Record<string, Finder>> = {
  'evidence stale': async ({ backend }, { slug, status }) => {
    const found = status === 'approved' ? await findStaleEvidence(backend.db, slug) : undefined
    return found ? staleLines(slug, found) : []
  },
  proposed: async ({ backend }, { slug, status }) =>
    status === 'approved' ? changeLines((await findProposal(backend.db, slug))?.changes ?? []) : [],
  'mended since': async (_, { status, history }) =>
    status === 'pending' ? changeLines(lastRevision(history)) : [],
  'its owner says': async (_, { status, history }) => {
    const last = history.findLast(({ action }) => ownersLast.has(action))
    const { message } = (last?.detail ?? {}) as { message?: string }
    return message === undefined || (status !== 'pending' && status !== 'approved') ? [] : [message]
  },
  'looks like': async ({ backend }, listing) => {
    const listed = await listForLikeness(backend.db, listing.slug)
    return lookAlikes(listing, listed)
      .slice(0, 8)
      .map(({ slug, name, domain, because, plain }) => {
        const when = whenText(
          listing,
          listed.find((one) => one.slug === slug)!,
        )
        const whose = plain === null ? '' : `; ${plainText[plain]}`
        return `${slug}  ${onOneLine(name)} (${onOneLine(domain)}), ${when}${whose}: ${because.map((one) => similarities[one]).join(', ')}`
      })
  },
  'look twice': async (_, listing) =>
    ownersTexts(listing).flatMap(([field, text]) =>
      suspicions(field, text).map(({ sentence }) => sentence),
    ),
  [besideStack]: async ({ backend }, { tools, custom_tools, agent_tools_used }) => {
    if (agent_tools_used.length === 0) return []
    const own = custom_tools.map((name) => ({ slug: '', name, aliases: [] }))
    const stack = [...(await listToolNames(backend.db, tools)), ...own]
    if (stack.length === 0 || namesOne(agent_tools_used, stack)) return []
    return ['agent_tools_used names none of these (a hint)']
  },
  topics: async (_, { status, topics }) =>
    topics.length === 0 && (status === 'pending' || status === 'approved')
      ? ['none yet: correct topics=… to one to three slugs of content/topics.yaml']
      : [],
  mails: async ({ backend }, { submitter_email: to_email }) => {
    if (to_email === null) return []
    const block = await findMailBlock(backend.db, { to_email, offHash: undefined })
    return block === undefined ? [] : ['its address takes no mails, so nothing is sent to it']
  },
  links: async ({ look, reach }, listing) => {
    const { url, supporting_links } = listing
    if (!isToDecide(listing)) return []
    if (reach.isAway()) return [notChecked]
    const links = await patiently(checkLinks(look, [...new Set([url, ...supporting_links])]))
    // An HTTP status on any link, even an error, shows that this machine has a network connection.
    const isSilent = !links || links.every((link) => link.status === undefined)
    const isDoubtful = isSilent && links?.every((link) => link.state === 'refused') !== true
    if (isDoubtful && ((await patiently(reach.findAway())) ?? true)) return [notChecked]
    if (!links) return [`no answer within ${patienceMs / 1000} seconds; look again`]
    return links.map(
      ({ url: link, state, status: code, to, reason }) =>
        `${state.padEnd(11)} ${onOneLine(link)}${code === undefined ? '' : ` (${code})`}${to ? ` → ${onOneLine(to)}` : ''}${reason ? `: ${onOneLine(reason)}` : ''}`,
    )
  },
}

const plainText = {
  this: 'this one has the plain domain',
  other: 'that one has the plain domain',
} as const

/** Whether an editor still has to decide on the listing, or on the claim of a public listing. */
function isToDecide({ status, source_kind, claim_review_status }: ListingForReview): boolean {
  if (status === 'pending') return true
  const isOwners = status === 'approved' && source_kind === 'user_submission'
  return isOwners && claim_review_status === 'submitted'
}

/** Describes which of two similar listings is older: the newer one may be the copy. */
function whenText(
  { created_at: ours }: { created_at: Date },
  { created_at: theirs, approved_at }: { created_at: Date; approved_at: Date | string | null },
): string {
  const isEarlier = theirs < ours
  const between = isEarlier ? age(theirs, ours) : age(ours, theirs)
  const submitted = `submitted ${between} ${isEarlier ? 'earlier' : 'later'}`
  if (approved_at === null) return `pending, ${submitted}`
  const since = `listed since ${new Date(approved_at).toISOString().slice(0, 10)}`
  return isEarlier ? since : `${since}, ${submitted}`
}

/**
 * The name and URL of the most similar public listing. Pending listings are left out, because this
 * text is mailed: only their owners and the editors may know of them.
 */
export async function findLookAlike(
  { backend, to }: Pick<Session, 'backend' | 'to'>,
  listing: ListingForReview,
): Promise<string | null> {
  const found = lookAlikes(listing, await listForLikeness(backend.db, listing.slug))
  const listed = found.find(({ status }) => status === 'approved')
  return listed ? `${onOneLine(listed.name)} (${to.listing(listed.slug)})` : null
}

/**
 * Sentences about changes in the repository of a listing, and what the editor can do about them.
 */
function staleLines(
  slug: string,
  { changes, failure, checked_at, commit }: StaleEvidence,
): string[] {
  const seen = `seen on ${checked_at?.toISOString().slice(0, 10)}${commit ? ` at ${commit.slice(0, 12)}` : ''}`
  const advice = `correct content/listings/${slug}.yaml where it is wrong, then: check ${slug} --write`
  return [
    ...changes.map((change) => onOneLine(changeSentence(change))),
    ...(changes.length > 0 ? [`${seen}; ${advice}`] : []),
    ...(failure ? [`its repository was not read the last time: ${onOneLine(failure)}`] : []),
  ]
}

function changeSentence(change: ProofChange): string {
  if (change.what === 'tool')
    return `${change.slug} is named no more; it was in ${change.path}:${change.line}`
  if (change.what === 'moved') return `its repository moved to ${change.to}`
  if (change.what === 'licence') return `its licence is ${change.to} and was ${change.from}`
  return change.what === 'archived' ? 'its repository is archived' : 'its repository is gone'
}

/** The texts that the owner wrote, each with the name of its field. */
function ownersTexts(listing: ListingForReview): [string, string][] {
  const { name, description, overview, founder_name, founder_twitter } = listing
  const { qualification_statement, workflow_summary, supporting_links } = listing
  const ofProduct = { name, description, overview, founder_name, founder_twitter }
  const texts = { ...ofProduct, qualification_statement, workflow_summary }
  const lists = { tools: [...listing.agent_tools_used, ...listing.custom_tools], supporting_links }
  return Object.entries({ ...texts, ...lists }).flatMap(([field, value]) =>
    [value ?? []].flat().map((text): [string, string] => [field, text]),
  )
}

interface Change {
  field: string
  from: unknown
  to: unknown
}

/** The actions that bring an owner's word to the editor, or after which an older one is void. */
const ownersLast: ReadonlySet<string> = new Set([
  'revise',
  'propose',
  'take-back',
  'accept',
  'decline',
  'approve',
  'claim',
] satisfies Decision[])

/** The changes that the owner made in the last revision. */
function lastRevision(history: ListingForReview['history']): readonly Change[] {
  const last = history.findLast(({ action }) => action === 'revise')
  return ((last?.detail ?? {}) as { changes?: Change[] }).changes ?? []
}

function changeLines(changes: readonly Change[]): string[] {
  return changes.flatMap(({ field, from, to }) => [
    field,
    `- ${onOneLine(JSON.stringify(from))}`,
    `+ ${onOneLine(JSON.stringify(to))}`,
  ])
}

/**
 * Runs all checks of a listing at once. If one of them throws, its finding is the error message.
 */
export async function findOut(
  session: FinderSession,
  listing: ListingForReview,
): Promise<Findings> {
  const found = Object.entries(finders).map(async ([label, finder]) => {
    const lines = await finder(session, listing).catch((error: unknown) => [
      `not known: ${error instanceof Error ? error.message : String(error)}`,
    ])
    return [label, lines] as const
  })
  return Object.fromEntries((await Promise.all(found)).filter(([, lines]) => lines.length > 0))
}
