// Two owners of a listing, each with a proof: an editor decides.
import { cleanText } from '#contract/text.ts'
import { findRivalSlug, listRivals } from '#db/claims.ts'
import { acceptClaim, refuseClaim } from '#editorial/settle-claim.ts'
import type { Command } from './arguments.ts'
import { deciding } from './options.ts'
import { declined, done, followUp, notDone, refused } from './tell.ts'
import { age, onOneLine } from './terminal-text.ts'

export const rivals: Command = {
  about: 'owners who claim a listing that another one claimed, with both proofs',
  options: [],
  run: async (session) => {
    const { backend, now } = session
    const waiting = await listRivals(backend.db)
    const lines = waiting.flatMap(({ slug, name, id, email, way, proof, seen_at, ...owner }) => [
      `${slug}  ${onOneLine(name)}, ${seen_at ? age(seen_at, now()) : 'not yet'} old`,
      `  claims  ${id}  ${onOneLine(email)}, ${way}: ${onOneLine(proof?.where ?? '')}`,
      `  owns    ${owner.owner_id ?? '-'}  ${onOneLine(owner.owner_email ?? 'nobody')}, ${owner.owner_way ?? owner.owner_status}: ${onOneLine(owner.owner_proof?.where ?? 'without a claim')}`,
    ])
    return done(session, { rivals: waiting }, lines.join('\n') || 'No rival claim waits.')
  },
}

const unknown = 'No claim of this id waits, or has ended with a proof. Nothing was changed.'

export const acceptRival: Command = {
  about: 'make the one who claims it the owner; with the id of the former owner it takes that back',
  words: ['claim'],
  writesMail: true,
  options: deciding,
  run: async (session, [id = '']) => {
    const { backend, actor, to } = session
    const slug = await findRivalSlug(backend.db, id)
    if (slug === undefined) return notDone(session, { outcome: 'unknown_claim' }, unknown)
    if (!(await session.confirm(`Make this claimant the owner of ${slug}?`)))
      return declined(session, slug)
    const outcome = await acceptClaim(backend.db, { id, slug, actor }, to)
    if (outcome.outcome === 'settled') return notDone(session, outcome, unknown)
    if (outcome.outcome !== 'done') return refused(session, outcome)
    const text = `${onOneLine(outcome.name)} has another owner.`
    const value = { outcome: 'accepted', slug, claim: id }
    return followUp(session, outcome, { value, text, hasMail: true })
  },
}

export const refuseRival: Command = {
  about: 'leave the owner and refuse the claim; --reason is mailed',
  words: ['claim'],
  writesMail: true,
  options: ['reason', ...deciding],
  check: (_, values) =>
    cleanText(values.reason ?? '') === '' ? 'Say why with --reason: it is mailed.' : undefined,
  run: async (session, [id = '']) => {
    const { backend, actor, to, values } = session
    const slug = await findRivalSlug(backend.db, id)
    if (slug === undefined) return notDone(session, { outcome: 'unknown_claim' }, unknown)
    if (!(await session.confirm(`Refuse this claim of ${slug}?`))) return declined(session, slug)
    const reason = cleanText(values.reason ?? '')
    const outcome = await refuseClaim(backend.db, { id, actor, reason }, to)
    if (outcome.outcome === 'settled') return notDone(session, outcome, unknown)
    const value = { outcome: 'refused', slug, claim: id }
    const text = `The claim of ${slug} is refused; its owner stays.`
    return followUp(session, { ...outcome, isPublic: false }, { value, text, hasMail: true })
  },
}
