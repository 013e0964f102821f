import { enums } from '#contract/enums.ts'
import { findClaim } from '#db/queries/claims.ts'
import { findForReview } from '#db/queries/review-queue.ts'
import { settleClaim } from '#editorial/settle-claim.ts'
import { setTier } from '#editorial/set-tier.ts'
import { verifyOwner } from '#editorial/verify-owner.ts'
import type { Command, Session } from './session.ts'
import { deciding } from '#authoring/options.ts'
import { decideOnEach } from './several.ts'
import { correctListing } from './edit.ts'
import { declined, done, followUp, notDone, refused } from './tell.ts'
import { onOneLine } from '#authoring/terminal-text.ts'

export const feature: Command = {
  about: 'show listings among the picks of the home page; --off takes it back',
  more: 'Search, lists and recommendations rank them as before.',
  takes: '<slug> …',
  options: ['rank', 'off', ...deciding],
  check: (_, { rank, off }) =>
    off && rank !== undefined ? '--off and --rank exclude one another.' : undefined,
  run: (given, slugs) =>
    decideOnEach(given, slugs, async (session, slug) => {
      const { backend, values } = session
      const listing = await findForReview(backend.db, slug)
      if (!listing) return refused(session, { outcome: 'unknown', slug })
      const is_featured = !values.off
      const featured_rank = values.off ? 0 : Number(values.rank ?? listing.featured_rank)
      const corrections = { is_featured, featured_rank }
      const rank = `with rank ${featured_rank}`
      const question = `Feature ${onOneLine(listing.name)}${is_featured ? `, ${rank}` : ' no longer'}?`
      return correctListing(session, { slug, corrections, question }, ({ name }) => ({
        value: { outcome: is_featured ? 'featured' : 'not_featured', slug, featured_rank },
        text: `${onOneLine(name)} is ${is_featured ? `featured, ${rank}` : 'not featured any more'}.`,
      }))
    }),
}

const tiers = enums.submissionTier

export const tier: Command = {
  about: `set what its owner has paid for: ${tiers.join(' or ')}`,
  takes: '<slug> <tier>',
  options: deciding,
  check: ([, wanted]) =>
    tiers.some((known) => known === wanted) ? undefined : `The tier is one of ${tiers.join(', ')}.`,
  run: async (session, [slug = '', wanted]) => {
    const { backend, actor } = session
    const known = tiers.find((one) => one === wanted)!
    const question = `Set the tier of ${slug} to ${known}? Its badge says so in public.`
    if (!(await session.confirm(question))) return declined(session, slug)
    const outcome = await setTier(backend.db, { slug, actor, tier: known })
    if (outcome.outcome !== 'done')
      return refused(session, outcome, { what: `The tier of ${slug}` })
    return followUp(session, outcome, {
      value: { outcome: 'tier_set', slug, submission_tier: known },
      text: `The tier of ${slug} is now ${known}.`,
    })
  },
}

export const owner: Command = {
  about: 'how far its owner is verified; --verified vouches for the owner',
  more: '--claim <id> gives the listing to whoever proved this claim; history names those that wait.',
  takes: '<slug>',
  options: ['verified', 'claim', ...deciding],
  writesMail: true,
  run: async (session, [slug = '']) => {
    const { backend, actor, values } = session
    const listing = await findForReview(backend.db, slug)
    if (!listing) return refused(session, { outcome: 'unknown', slug })
    const { submitter_email, owner_status } = listing
    const address = submitter_email === null ? 'nobody' : onOneLine(submitter_email)
    if (values.claim !== undefined) return giveTo(session, slug, values.claim)
    if (!values.verified) {
      const sentence = `The owner of ${slug} is ${address}, ${owner_status ?? 'unverified'}.`
      return done(session, { slug, submitter_email, owner_status }, sentence)
    }
    if (!(await session.confirm(`Vouch that ${address} speaks for ${onOneLine(listing.name)}?`)))
      return declined(session, slug)
    const outcome = await verifyOwner(backend.db, { slug, actor })
    if (outcome.outcome !== 'done')
      return refused(session, outcome, { what: `The owner of ${slug}` })
    return followUp(session, outcome, {
      value: { outcome: 'owner_verified', slug, owner_status: 'editor_verified' },
      text: `The owner of ${slug} is verified by an editor.`,
    })
  },
}

async function giveTo(session: Session, slug: string, id: string) {
  const { backend, actor, to } = session
  const none = () =>
    notDone(session, { outcome: 'no_claim' }, `No claim ${onOneLine(id)} of ${slug} waits.`)
  const claim = await findClaim(backend.db, id)
  if (!claim?.way || !claim.proof) return none()
  const { way, proof } = claim
  const email = onOneLine(claim.email)
  if (!(await session.confirm(`Give ${slug} to ${email}, who proved it at ${proof.where}?`)))
    return declined(session, slug)
  const outcome = await settleClaim(backend.db, { id, slug, way, proof }, to, actor)
  if (outcome.outcome === 'settled' || outcome.outcome === 'held') return none()
  if (outcome.outcome !== 'done') return refused(session, outcome)
  return followUp(session, outcome, {
    value: { outcome: 'claim_granted', slug, claim: id },
    text: `${email} is the owner of ${slug} now.`,
    hasMail: true,
  })
}
