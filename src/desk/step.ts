import { cleanText } from '#contract/text.ts'
import type { Addresses } from '#core/addresses.ts'
import type { Db } from '#db/connect.ts'
import { findForReview } from '#db/review-queue.ts'
import type { Decided, Refusal } from '#editorial/decide.ts'
import { decisions } from '#editorial/decisions.ts'
import type { ClaimVerdict, NotReviewed } from '#editorial/review-claim.ts'
import type { Command } from './arguments.ts'
import { besideProblem, explained, verdictOf } from './claim.ts'
import { type Values, deciding } from './options.ts'
import { findLookAlike } from './findings.ts'
import { reasonFrom } from './reasons.ts'
import { decideOnEach } from './several.ts'
import { onOneLine } from './terminal-text.ts'
import { declined, followUp, refused, unknownReason } from './tell.ts'

interface Step {
  /** Its row in the table of decisions, which says from which states there is something to ask. */
  step: keyof typeof decisions
  about: string
  /** Whoever is refused or taken out is told why: `--reason` must be there. */
  needsReason?: true
  /** Decides in the same step on the claim, with `--claim`. */
  takesClaim?: true
  /** What will happen, after the question with the name and the domain. */
  consequence: (at: { slug: string; reason: string; to: Addresses }) => string
  decide: (
    db: Db,
    request: {
      slug: string
      actor: string
      reason: string
      seen: string
      note: string | undefined
      verdict?: ClaimVerdict | undefined
    },
    to: Addresses,
  ) => Promise<Decided | Refusal | NotReviewed>
  /** The state of whoever wanted what is already so, which is no failure. */
  wanted?: string
  told: (decided: Decided) => { outcome: string; more?: object; text: string; hasMail: boolean }
}

/** A command that takes listings to another state: looks each up, asks, decides, tells. */
export function stepCommand(step: Step): Command {
  const verb = step.step[0]!.toUpperCase() + step.step.slice(1)
  return {
    about: step.about,
    rest: 'slug',
    writesMail: true,
    options: [
      ...(step.needsReason ? ['reason' as const] : []),
      ...(step.takesClaim ? (['claim', 'evidence', 'notes'] as const) : []),
      'seen',
      'note',
      ...deciding,
    ],
    ...(step.takesClaim ? { more: explained } : {}),
    check: (_, values) =>
      (step.needsReason && reasonMissing(values.reason)) ||
      (step.takesClaim && besideProblem(values)) ||
      undefined,
    run: (given, slugs) =>
      decideOnEach(given, slugs, async (session, slug) => {
        const { backend, actor, to, print } = session
        const { claim } = session.values
        const verdict = claim === undefined ? undefined : verdictOf(session, claim)
        if (verdict && 'problem' in verdict) return unknownReason(session, verdict.problem)
        const listing = await findForReview(backend.db, slug)
        if (!listing) return refused(session, { outcome: 'unknown', slug })
        const words = cleanText(session.values.reason ?? '')
        const lookAlike = step.needsReason ? await findLookAlike(session, listing) : null
        const given = reasonFrom(session.reasons, step.step, words, lookAlike)
        if ('problem' in given) return unknownReason(session, given.problem)
        const reason = given.text
        const seen = session.values.seen ?? listing.version
        const isAsked =
          Object.hasOwn(decisions[step.step], listing.status) && listing.source_kind !== 'curated'
        const question = `${verb} ${onOneLine(listing.name)} (${listing.domain})? ${step.consequence({ slug, reason, to })}${verdict ? ` Its claim is then ${verdict.status}.` : ''}`
        if (isAsked && !(await session.confirm(question))) return declined(session, slug)
        const note = noteOf(session.values)
        const request = { slug, actor, reason, seen, note, verdict }
        const decided = await step.decide(backend.db, request, to)
        if (decided.outcome === 'no_claim' || decided.outcome === 'unchanged') {
          print(decided, `${slug} makes no claim that could be reviewed. Nothing was changed.`)
          return 1
        }
        if (decided.outcome !== 'done') {
          // What is approved already has no verdict from this.
          return refused(session, decided, verdict ? undefined : step.wanted)
        }
        const { outcome, more, text, hasMail } = step.told(decided)
        return followUp(session, decided, {
          value: {
            outcome,
            slug,
            ...more,
            ...(verdict ? { claim_review_status: verdict.status } : {}),
          },
          text: `${onOneLine(decided.name)} is ${text}.${verdict ? ` Its claim is now ${verdict.status}.` : ''}`,
          hasMail,
        })
      }),
  }
}

/** What is kept in the trail beside the decision. */
export function noteOf({ note }: Values): string | undefined {
  return cleanText(note ?? '') || undefined
}

function reasonMissing(reason: string | undefined): string | undefined {
  return cleanText(reason ?? '') === '' ? 'Give the submitter a reason: --reason "…"' : undefined
}
