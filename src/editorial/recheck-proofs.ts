import { markChanged } from '#db/queries/changelog.ts'
import type { Db } from '#db/connection/connect.ts'
import { listToolFiles, lockListings } from '#db/queries/content.ts'
import { forgetHostWaits, isHostWaiting, setHostWait } from '#db/queries/host-waits.ts'
import {
  type ProofLook,
  type TakenProof,
  countDueProofs,
  findProof,
  setProofLook,
  setProofUnread,
  takeDueProof,
} from '#db/queries/proof-checks.ts'
import { hasLicence } from '#core/licence.ts'
import { askForRebuild } from '#db/queries/rebuilds.ts'
import type { ProofChange } from '#db/migrations/schema.ts'
import {
  type GitHub,
  type Newest,
  gitHubHosts,
  gitHubName,
} from '#proof/repositories/ask-github.ts'
import { type Rechecked, recheck } from '#proof/recheck.ts'

/** How long to wait before a repository that could not be read is tried again. */
const againMs = { busy: 86_400_000, failed: 7 * 86_400_000 } as const

type KnownProof = NonNullable<Awaited<ReturnType<typeof findProof>>>
type KnownTools = Awaited<ReturnType<typeof listToolFiles>>

/**
 * Checks the repositories of up to `limit` proofs, one after another; those with the oldest check
 * come first. Each proof is claimed before its check, so concurrent rounds share the work. No
 * request is sent while GitHub asks its clients to wait. `failed` repositories could not be read.
 */
export async function recheckDueProofs(
  db: Db,
  { limit, signal }: { limit: number; signal?: AbortSignal },
  gitHub: GitHub,
  read: typeof recheck = recheck,
) {
  const round = { done: 0, failed: 0 }
  let tools: KnownTools | undefined
  while (round.done + round.failed < limit && !signal?.aborted) {
    if (await isHostWaiting(db, gitHubHosts, gitHub.clock())) break
    const taken = await takeDueProof(db, gitHub.clock())
    if (!taken) break
    tools ??= await listToolFiles(db)
    round[(await lookAgain(db, taken, tools, gitHub, read)) ? 'done' : 'failed']++
  }
  return { ...round, left: await countDueProofs(db, gitHub.clock()) }
}

/** Checks one repository again. Returns whether the repository could be read. */
async function lookAgain(
  db: Db,
  taken: TakenProof,
  tools: KnownTools,
  gitHub: GitHub,
  read: typeof recheck,
): Promise<boolean> {
  const proof = await findProof(db, taken.product_id)
  if (!proof) return false
  const setUnread = (kind: keyof typeof againMs, failure: string) => {
    const again = new Date(gitHub.clock().getTime() + againMs[kind])
    return setProofUnread(db, taken, { failure, again })
  }
  const outcome = await ask(proof, tools, gitHub, read).catch(async (error: unknown) => {
    // Postponed: otherwise this repository would be the first of the next round and fail again.
    await setUnread(
      'failed',
      'Reading it failed or took too long; the log of the service says why.',
    )
    throw error
  })
  const now = gitHub.clock()
  if (outcome.kind === 'busy' || outcome.kind === 'failed') {
    if (outcome.kind === 'busy')
      await setHostWait(db, { host: outcome.host.name, seconds: outcome.host.seconds, now })
    await setUnread(outcome.kind, outcome.reason)
    return false
  }
  await forgetHostWaits(db, gitHubHosts)
  await writeLook(db, taken, proof, lookOf(proof, outcome, now))
  return true
}

async function ask(
  proof: KnownProof,
  tools: KnownTools,
  gitHub: GitHub,
  read: typeof recheck,
): Promise<Rechecked> {
  const { repository, commit, lost, kept } = proof
  const name = gitHubName(repository)
  if (name === undefined)
    return { kind: 'failed', reason: `${repository} is no repository at GitHub.` }
  // With `heldAt`, an unchanged commit is not read again. A lost tool may have come back without a
  // new commit, so then everything is read.
  const heldAt = lost.length === 0 ? commit : undefined
  return read(gitHub, tools, { name, heldAt, proved: provedTools(proof), kept })
}

/** The listing's tools that a file of its first repository proves: the others are not looked at. */
function provedTools({ tools, listed }: KnownProof) {
  return tools.flatMap(({ slug, state, path, line, repository }) =>
    repository === undefined && state === 'proved' && path !== null && listed.includes(slug)
      ? [{ slug, path, line }]
      : [],
  )
}

function lookOf(
  proof: KnownProof,
  outcome: Extract<Rechecked, { kind: 'looked' | 'gone' }>,
  checked_at: Date,
): ProofLook {
  const proved = provedTools(proof)
  if (outcome.kind === 'gone')
    return { checked_at, lost: proved.map(({ slug }) => slug), changes: [{ what: 'gone' }] }
  const { newest, lost, kept } = outcome
  const gone = proved.filter(({ slug }) => lost.includes(slug))
  return {
    checked_at,
    commit: newest.commit,
    last_activity: newest.lastActivity,
    archived: newest.archived,
    lost: gone.map(({ slug }) => slug),
    changes: [
      ...gone.map((tool): ProofChange => ({ what: 'tool', ...tool })),
      ...repositoryChanges(proof, newest),
    ],
    kept,
  }
}

function repositoryChanges(proof: KnownProof, newest: Newest): ProofChange[] {
  const { repository, licence: from, archived } = proof
  const { licence: to } = newest
  const isMoved = gitHubName(repository)?.toLowerCase() !== newest.name.toLowerCase()
  return [
    ...(isMoved ? [{ what: 'moved', to: newest.repository } as const] : []),
    ...(newest.archived && archived !== true ? [{ what: 'archived' } as const] : []),
    ...(from !== null && to !== null && !hasLicence(from, to)
      ? [{ what: 'licence', from, to } as const]
      : []),
  ]
}

/**
 * Stores the result of a check. If a tool was lost or found again, or the repository was archived
 * or reopened, a build is requested, too.
 */
async function writeLook(
  db: Db,
  taken: TakenProof,
  { lost, archived, was_archived }: KnownProof,
  look: ProofLook,
): Promise<void> {
  const isNews =
    String(lost) !== String(look.lost) ||
    (look.archived !== undefined && look.archived !== (was_archived ?? archived ?? false))
  await db.transaction().execute(async (trx) => {
    await lockListings(trx, [taken.product_id])
    const isOurs = await setProofLook(trx, taken, look)
    if (!isOurs || !isNews) return
    await markChanged(trx, [taken.product_id])
    await askForRebuild(trx, 'recheck')
  })
}
