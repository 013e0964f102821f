import { cleanText } from '../../src/contract/text.ts'
import type { Addresses } from '../../src/core/addresses.ts'
import type { Db } from '../../src/db/connect.ts'
import { findForReview } from '../../src/db/review-queue.ts'
import type { Decided, Refusal } from '../../src/editorial/decide.ts'
import { decisions } from '../../src/editorial/decisions.ts'
import type { Command } from './arguments.ts'
import { deciding } from './options.ts'
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
  /** What will happen, after the question with the name and the domain. */
  consequence: (at: { slug: string; reason: string; to: Addresses }) => string
  decide: (
    db: Db,
    request: { slug: string; actor: string; reason: string; seen: string },
    to: Addresses,
  ) => Promise<Decided | Refusal>
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
    options: step.needsReason ? ['reason', 'seen', ...deciding] : ['seen', ...deciding],
    ...(step.needsReason ? { check: (_, { reason }) => reasonMissing(reason) } : {}),
    run: (given, slugs) =>
      decideOnEach(given, slugs, async (session, slug) => {
        const { door, actor, to } = session
        const words = cleanText(session.values.reason ?? '')
        const given = reasonFrom(session.reasons, step.step, words)
        if ('problem' in given) return unknownReason(session, given.problem)
        const reason = given.text
        const listing = await findForReview(door.db, slug)
        if (!listing) return refused(session, { outcome: 'unknown', slug })
        const seen = session.values.seen ?? listing.version
        const isAsked =
          Object.hasOwn(decisions[step.step], listing.status) && listing.source_kind !== 'curated'
        const question = `${verb} ${onOneLine(listing.name)} (${listing.domain})? ${step.consequence({ slug, reason, to })}`
        if (isAsked && !(await session.confirm(question))) return declined(session, slug)
        const decided = await step.decide(door.db, { slug, actor, reason, seen }, to)
        if (decided.outcome !== 'done') return refused(session, decided, step.wanted)
        const { outcome, more, text, hasMail } = step.told(decided)
        return followUp(session, decided, {
          value: { outcome, slug, ...more },
          text: `${onOneLine(decided.name)} is ${text}.`,
          hasMail,
        })
      }),
  }
}

function reasonMissing(reason: string | undefined): string | undefined {
  return cleanText(reason ?? '') === '' ? 'Give the submitter a reason: --reason "…"' : undefined
}
