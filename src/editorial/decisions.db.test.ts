import { describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { enums } from '#contract/enums.ts'
import {
  fresh,
  insertApproved,
  insertPending,
  insertRejected,
  insertTool,
} from '#testing/builders.ts'
import { replaceProposal } from '#db/queries/proposals.ts'
import { testDatabase } from '#testing/database.ts'
import { insertRow, rowOf, rowsOf, setRows } from '#testing/rows.ts'
import { approveListing } from './approve.ts'
import {
  type Decision,
  type Situation,
  decisions,
  situationOf,
  transition,
  type Who,
} from './decisions.ts'
import { askRevision } from './ask-revision.ts'
import { setBadge } from './check-badge.ts'
import { editListing } from './edit.ts'
import { acceptProposal, declineProposal } from './proposal.ts'
import { proposeChange, reviseListing, takeBack } from './revise.ts'
import { promoteTool } from './promote-tool.ts'
import { rejectListing } from './reject.ts'
import { restoreListing } from './restore.ts'
import { reviewClaim } from './review-claim.ts'
import { setTier } from './set-tier.ts'
import { lapseClaim, settleClaim } from './settle-claim.ts'
import { undoDecision } from './undo.ts'
import { verifyOwner } from './verify-owner.ts'
import { withdrawListing } from './withdraw.ts'

const database = testDatabase()
const urls = addresses('https://directory.example')

const claim = { qualification_type: 'agent_native', claim_review_status: 'submitted' } as const

/** A listing in each situation, brought there as editors would bring it. */
const situations = {
  pending: () => insertPending(database.db, claim),
  approved: async () => {
    const listing = await insertPending(database.db, claim)
    await approveListing(database.db, { slug: listing.slug, actor: 'ada' }, urls)
    await sendMails(listing.id)
    return listing
  },
  rejected: () => insertRejected(database.db, claim),
  withdrawn: async () => withdrawn(await insertApproved(database.db, claim)),
  withdrawn_unseen: async () => withdrawn(await insertPending(database.db, claim)),
} as const satisfies Record<Situation, () => Promise<{ id: string; slug: string }>>

/** Its mails have left. */
async function sendMails(id: string): Promise<void> {
  await setRows(database.db, 'outbox', { product_id: id }, { sent_at: new Date() })
}

async function withdrawn<T extends { id: string; slug: string }>(listing: T): Promise<T> {
  const request = { slug: listing.slug, actor: 'grace', reason: 'It was closed.' }
  await withdrawListing(database.db, request, urls)
  await sendMails(listing.id)
  return listing
}

const corrections = { name: 'New name' }
const verdict = { status: 'verified', evidence: 'Its documentation.', notes: null } as const

const take = {
  approve: (slug: string) => approveListing(database.db, { slug, actor: 'ada' }, urls),
  undo: (slug: string) => undoDecision(database.db, { slug, actor: 'ada' }, urls),
  reject: (slug: string) => rejectListing(database.db, { slug, actor: 'ada', reason: 'No.' }, urls),
  withdraw: (slug: string) =>
    withdrawListing(database.db, { slug, actor: 'ada', reason: 'No.' }, urls),
  restore: (slug: string) => restoreListing(database.db, { slug, actor: 'ada' }, urls),
  edit: (slug: string) =>
    editListing(database.db, { slug, actor: 'ada', corrections }, { urls, codeHosts: [] }),
  'review-claim': (slug: string) =>
    reviewClaim(database.db, { slug, actor: 'ada', verifier: 'Ada', ...verdict }, urls),
  'ask-revision': (slug: string) =>
    askRevision(database.db, { slug, actor: 'ada', notes: 'Say more.' }, urls),
  revise: (slug: string) => reviseListing(database.db, { slug, requested: corrections }, []),
  propose: (slug: string) => proposeChange(database.db, { slug, requested: corrections }),
  accept: async (slug: string) => {
    await propose(slug)
    return acceptProposal(database.db, { slug, actor: 'ada' }, { urls, codeHosts: [] })
  },
  'take-back': async (slug: string) => {
    await propose(slug)
    return takeBack(database.db, slug)
  },
  decline: async (slug: string) => {
    await propose(slug)
    return declineProposal(database.db, { slug, actor: 'ada', reason: 'No.' }, urls)
  },
  'set-tier': (slug: string) =>
    setTier(database.db, { slug, actor: 'ada', tier: 'paid_fast_track' }),
  'verify-owner': (slug: string) => verifyOwner(database.db, { slug, actor: 'ada' }),
  'promote-tool': async (slug: string) => {
    const { db } = database
    const tool = await insertTool(db)
    const { id: product_id } = await rowOf(db, 'products', { slug }, ['id'])
    await insertRow(db, 'product_custom_tools', { product_id, position: 0, name: 'Quill' })
    return promoteTool(db, { slug, actor: 'ada', name: 'quill', tool })
  },
  claim: async (slug: string) => {
    const id = await insertClaimed(slug, 'open')
    return settleClaim(database.db, { id, slug, way: 'website', proof: seen }, urls)
  },
  'end-claim': async (slug: string) => {
    const id = await insertClaimed(slug, 'proved')
    return lapseClaim(database.db, { id, slug, gone: 'The file is gone.' }, urls)
  },
  badge: (slug: string) => setBadge(database.db, { slug, actor: 'ada', isFound: true }),
} as const satisfies Record<Decision, (slug: string) => Promise<{ outcome: string }>>

/** As an owner left it before. */
async function propose(slug: string) {
  const { db } = database
  const { id } = await rowOf(db, 'products', { slug }, ['id'])
  await db.transaction().execute((trx) => replaceProposal(trx, id, { name: 'New name' }))
}

const seen = {
  where: 'https://acme.example/.well-known/proofstack.json',
  commit: null,
  repository_id: null,
  on: '2026-11-26',
}

/** A claim with a proof, of somebody else than the submitter. */
async function insertClaimed(slug: string, state: 'open' | 'proved') {
  const { db } = database
  const { id: product_id } = await rowOf(db, 'products', { slug }, ['id'])
  const id = fresh('claim')
  const proof = JSON.stringify(seen)
  const email = `ada@${slug}.example`
  const claim = { id, product_id, email, state, way: 'website' as const, proof, token_hash: id }
  await insertRow(db, 'claims', { ...claim, took_over: true })
  return id
}

/** Who takes a decision: an editor, but for what is the owner's or a job's. */
function whoTakes(decision: Decision): { who: Who; actor: string } {
  return ['revise', 'propose', 'take-back', 'claim'].includes(decision)
    ? { who: 'owner', actor: 'owner' }
    : decision === 'end-claim'
      ? { who: 'job', actor: 'recheck' }
      : { who: 'editor', actor: 'ada' }
}

async function traces(id: string) {
  const { db } = database
  const [product, changes, removals, audit, mails, waiting] = await Promise.all([
    rowOf(db, 'products', { id }),
    rowsOf(db, 'changelog', { product_id: id }, ['type', 'retracted']),
    db.selectFrom('removals').select('id').where('product_id', '=', id).execute(),
    rowsOf(db, 'audit', { product_id: id }, ['actor', 'action']),
    db.selectFrom('outbox').select('kind').where('product_id', '=', id).orderBy('id').execute(),
    db.selectFrom('rebuilds').select('asks').where('started_at', 'is', null).executeTakeFirst(),
  ])
  return { product, changes, removals, audit, mails, asks: waiting?.asks ?? 0 }
}

const cases = Object.keys(situations).flatMap((from) =>
  (Object.keys(decisions) as Decision[])
    // undo.db.test.ts has each decision undone.
    .filter((decision) => decision !== 'undo')
    .map((decision) => ({ from: from as Situation, decision })),
)

describe('the table of decisions, whole', () => {
  it.each(cases)(
    '$decision of a listing that is $from does what its row says',
    async ({ from, decision }) => {
      const { id, slug } = await situations[from]()
      const before = await traces(id)
      const outcome = await take[decision](slug)
      const after = await traces(id)
      const { who, actor } = whoTakes(decision)
      const row = transition(decision, from, who)
      if (!row) {
        const by = from.startsWith('withdrawn') ? 'grace' : from === 'approved' ? 'ada' : null
        expect(outcome).toEqual({ outcome: 'not_allowed', slug, status: before.product.status, by })
        expect(after).toEqual(before)
        return
      }
      const isPublic = row.effects.includes('marks_changed')
      expect(outcome).toMatchObject({ outcome: 'done', slug, isPublic })
      expect(after.product.status).toBe(row.to)
      expect(after.audit.slice(before.audit.length)).toEqual([{ actor, action: decision }])
      expect(after.mails.slice(before.mails.length).map(({ kind }) => kind)).toEqual(
        // The mail of the table is for the former owner of a claimed listing.
        [...(decision === 'claim' ? ['claim-proved'] : []), ...(row.mail ? [row.mail] : [])],
      )
      expect(after.asks - before.asks).toBe(isPublic ? 1 : 0)
      expect(after.product.changed_at?.getTime() !== before.product.changed_at?.getTime()).toBe(
        isPublic,
      )
      // An edit is news only when it touches a reviewed claim.
      const news =
        decision === 'edit' || decision === 'accept'
          ? []
          : row.change && row.change !== 'product_removed'
            ? [row.change]
            : []
      expect(after.changes.slice(before.changes.length).map(({ type }) => type)).toEqual(news)
      expect(after.removals.length - before.removals.length).toBe(
        row.change === 'product_removed' ? 1 : 0,
      )
      if (row.effects.includes('leaves_feed'))
        expect(after.changes.every(({ retracted }) => retracted)).toBe(true)
      const second = insertPending(database.db, { domain: after.product.domain })
      if (row.effects.includes('frees_domain')) await second
      else await expect(second).rejects.toMatchObject({ constraint: 'products_domain_key' })
    },
  )

  it('has a row in each state only where a listing can be in it, and knows each state', () => {
    for (const rows of Object.values(decisions))
      for (const from of Object.keys(rows)) expect(Object.keys(situations)).toContain(from)
    for (const status of enums.productStatus)
      expect(situationOf({ status, referral_code: 'code' })).toBe(status)
  })

  it.each([
    'undo',
    'withdraw',
    'restore',
    'edit',
    'review-claim',
    'set-tier',
    'verify-owner',
  ] as const)('%s of a curated listing changes nothing and names its file', async (decision) => {
    const { id, slug } = await insertApproved(database.db, { ...claim, source_kind: 'curated' })
    const before = await traces(id)
    expect(await take[decision](slug)).toEqual({
      outcome: 'curated',
      slug,
      file: `content/listings/${slug}.yaml`,
    })
    expect(await traces(id)).toEqual(before)
  })

  it('of two editors at once with any two decisions one wins, and the other learns who it was', async () => {
    const pairs = [
      ['approve', 'reject'],
      ['approve', 'approve'],
      ['reject', 'withdraw'],
    ] as const
    const mailed: Record<string, string> = {
      approved: 'approval',
      rejected: 'rejection',
      withdrawn: 'withdrawal',
    }
    for (const [left, right] of [...pairs, ...pairs, ...pairs]) {
      const { id, slug } = await insertPending(database.db)
      const outcomes = await Promise.all([take[left](slug), take[right](slug)])
      const names = outcomes.map(({ outcome }) => outcome)
      const { product, audit, changes, mails } = await traces(id)
      expect(names.filter((name) => name === 'done')).toHaveLength(1)
      expect(outcomes.find(({ outcome }) => outcome !== 'done')).toEqual({
        outcome: 'not_allowed',
        slug,
        status: product.status,
        by: 'ada',
      })
      expect(audit).toHaveLength(1)
      expect(mails).toEqual([{ kind: mailed[product.status] }])
      expect(changes).toHaveLength(product.status === 'approved' ? 1 : 0)
    }
  })

  it('editors who approve, correct and withdraw many at once never wait for one another for good', async () => {
    const listings = await Promise.all(Array.from({ length: 6 }, () => insertPending(database.db)))
    const outcomes = await Promise.all(
      listings.flatMap(({ slug }) => [take.approve(slug), take.edit(slug), take.withdraw(slug)]),
    )
    expect(outcomes).toHaveLength(18)
  })
})
