import { setTimeout } from 'node:timers/promises'
import type { Db } from '#db/connection/connect.ts'
import { findMailBlock } from '#db/queries/mail-off.ts'
import { findStaleEvidence } from '#db/queries/proof-checks.ts'
import { listOpenReports } from '#db/queries/reports.ts'
import { type ListingForReview, listToolNames } from '#db/queries/review-queue.ts'
import type { Decision } from '#editorial/decisions.ts'
import type { ProofChange } from '#db/migrations/schema.ts'
import { checkLinks } from '#proof/websites/check-links.ts'
import { notChecked } from '#proof/fetch/reach.ts'
import { findFlags } from './flags.ts'
import type { Session } from './session.ts'
import { readReports, reportLines } from './fact-reports.ts'
import type { Findings } from './listing-lines.ts'
import { changedValues, findProposal } from './proposals.ts'
import { namesOne } from './stack-names.ts'
import { onOneLine } from '#authoring/terminal-text.ts'

type StaleEvidence = NonNullable<Awaited<ReturnType<typeof findStaleEvidence>>>
type FinderSession = Pick<Session, 'backend' | 'now' | 'look' | 'reach'>
type Finder = (session: FinderSession, listing: ListingForReview) => Promise<string[]>

/** How many reports about a listing are shown at once, the oldest first. */
const mostReports = 5

/** Editors wait at most this long for network checks. */
const patienceMs = 3_000

/** The result of some work, or undefined if it takes longer than `patienceMs`. */
function patiently<T>(work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work, setTimeout(patienceMs, undefined, { ref: false })])
}

const finders: Readonly<Record<string, Finder>> = {
  'evidence stale': async ({ backend }, { slug, status }) => {
    const found = status === 'approved' ? await findStaleEvidence(backend.db, slug) : undefined
    return found ? staleLines(slug, found) : []
  },
  proposed: (session, listing) => changeLines(session, listing, 'approved'),
  reported: async ({ backend, now }, { slug, status }) => {
    if (status !== 'approved') return []
    const open = await readReports(backend.db, slug)
    const more = open.length - mostReports
    return [
      ...open.slice(0, mostReports).flatMap((report) => reportLines(report, now())),
      ...(more > 0 ? [`and ${more} more`] : []),
    ]
  },
  'mended since': (session, listing) => changeLines(session, listing, 'pending'),
  'its owner says': async (_, { status, history }) => {
    const last = history.findLast(({ action }) => ownersLast.has(action))
    const { message } = (last?.detail ?? {}) as { message?: string }
    return message === undefined || (status !== 'pending' && status !== 'approved') ? [] : [message]
  },
  'beside the stack': async ({ backend }, { tools, custom_tools, agent_tools_used }) => {
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
  links: async ({ backend, look, reach }, listing) => {
    const urls = await linksToCheck(backend.db, listing)
    if (urls.length === 0) return []
    if (reach.isAway()) return [notChecked]
    const links = await patiently(checkLinks(look, urls))
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

/** The links of what is to be decided: of the submission, or of the reports about it. */
async function linksToCheck(db: Db, listing: ListingForReview): Promise<string[]> {
  const { url, supporting_links, slug, status } = listing
  if (isToDecide(listing)) return [...new Set([url, ...supporting_links])]
  const reports = status === 'approved' ? await listOpenReports(db, slug) : []
  const sources = reports.slice(0, mostReports).flatMap(({ source }) => source ?? [])
  return [...new Set(sources)]
}

/** Whether an editor still has to decide on the listing, or on the claim of a public listing. */
function isToDecide({ status, source_kind, claim_review_status }: ListingForReview): boolean {
  if (status === 'pending') return true
  const isOwners = status === 'approved' && source_kind === 'user_submission'
  return isOwners && claim_review_status === 'submitted'
}

/** Sentences about changes in the repository of a listing, and what the editor can do about them. */
function staleLines(slug: string, found: StaleEvidence): string[] {
  const { changes, failure, checked_at, commit } = found
  const seen = `seen on ${checked_at?.toISOString().slice(0, 10)}${commit ? ` at ${commit.slice(0, 12)}` : ''}`
  const advice = `correct content/listings/${slug}.yaml where it is wrong, then: reread ${slug}`
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

/**
 * What its owner proposes for a public listing, undefined without a proposal; or changed in the last
 * revision of a pending one.
 */
export async function findChanges(db: Db, { slug, status, history }: ListingForReview) {
  const proposal = status === 'approved' ? await findProposal(db, slug) : undefined
  const last = history.findLast(({ action }) => action === 'revise')
  // `as`: the detail of a revision has the changes that it made.
  const detail = status === 'pending' ? (last?.detail as Pick<Proposal, 'changes'>) : undefined
  return (proposal ?? detail)?.changes
}

type Proposal = NonNullable<Awaited<ReturnType<typeof findProposal>>>

async function changeLines(
  { backend }: FinderSession,
  listing: ListingForReview,
  status: ListingForReview['status'],
): Promise<string[]> {
  const changes = listing.status === status ? await findChanges(backend.db, listing) : []
  return (changes ?? []).flatMap((change) => [change.field, ...changedValues(change)])
}

/** Runs all checks of a listing at once. If one of them throws, its finding is the error message. */
export async function findOut(session: FinderSession, listing: ListingForReview) {
  const flagging = findFlags(session.backend.db, listing)
  const found = Object.entries(finders).map(async ([label, finder]) => {
    const lines = await finder(session, listing).catch((error: unknown) => [
      `not known: ${error instanceof Error ? error.message : String(error)}`,
    ])
    return [label, lines] as const
  })
  const flags = await flagging
  const own = (await Promise.all(found)).filter(([, lines]) => lines.length > 0)
  const findings: Findings = Object.fromEntries(own)
  return { findings, flags }
}
