import { cleanText } from '#contract/text.ts'
import type { Addresses } from '#core/addresses.ts'
import type { Db } from '#db/connection/connect.ts'
import { type ListingForReview, findForReview } from '#db/queries/review-queue.ts'
import type { Decided, Request } from '#editorial/decide.ts'
import { decisions } from '#editorial/decisions.ts'
import { deciding } from '#authoring/options.ts'
import { onOneLine } from '#authoring/terminal-text.ts'
import type { Command, Session } from './session.ts'
import { findLookAlikes } from './flags.ts'
import { type Explained, reasonFrom } from './reasons.ts'
import { decideOnEach } from './several.ts'
import { besideOthers } from './take.ts'
import { type Told, type Undone, declined, followUp, refused, unknownReason } from './tell.ts'

interface Step {
  /**
   * The row of `decisions` with the states that this command applies to. Only in these states it
   * asks for confirmation.
   */
  decision: keyof typeof decisions
  /** The listing's status after the decision. A listing that already has it is not an error. */
  wanted?: string
  /** The printed result. Default: the wanted status. `hasMail: false` says that no mail is sent. */
  result?: (name: string, decided: Decided) => Told
}

interface StepCommand extends Step {
  about: string
  more?: string
  /** The option with the text of the mail, and the error if it is missing. */
  mailed?: { option: 'reason' | 'notes'; of: Explained; missing: string }
  /** The confirmation question. `name` includes the domain; `text` is the text of the mail. */
  question: (at: { name: string; slug: string; text: string }) => string
  decide: (
    db: Db,
    request: Request & { reason: string; isFinal: boolean },
    to: Addresses,
  ) => Promise<Decided | Undone>
}

/** The options of every step. */
export const ofSteps = ['seen', 'note', 'delay', ...deciding] as const

/** Creates a command that finds each listing, asks for confirmation, decides, and prints the result. */
export function stepCommand(step: StepCommand): Command {
  const { about, more, mailed } = step
  const typed = (values: Session['values']) => cleanText((mailed && values[mailed.option]) ?? '')
  return {
    about,
    more,
    takes: '<slug> …',
    writesMail: true,
    options: [...(mailed ? [mailed.option] : []), ...ofSteps],
    check: (_, values) => (typed(values) === '' ? mailed?.missing : undefined),
    run: onEachListing(async (session, listing) => {
      const { backend, reasons, to, values } = session
      const known = (mailed && reasons[mailed.of]) ?? []
      const mail = reasonFrom(known, typed(values), await findLookAlikes(backend.db, listing, to))
      if ('problem' in mail) return unknownReason(session, mail)
      const { text: reason, isFinal } = mail
      return takeStep(session, listing, {
        ...step,
        question: step.question({ name: named(listing), slug: listing.slug, text: reason }),
        decide: (request) => step.decide(backend.db, { ...request, reason, isFinal }, to),
      })
    }),
  }
}

/** Runs a decision on each of the listings that a command names; an unknown one is refused. */
export function onEachListing(
  decideOn: (session: Session, listing: ListingForReview) => Promise<number>,
): Command['run'] {
  return (given, slugs) =>
    decideOnEach(given, slugs, async (one, slug) => {
      const session = await besideOthers(one, slug)
      const listing = await findForReview(session.backend.db, slug)
      return listing ? decideOn(session, listing) : refused(session, { outcome: 'unknown', slug })
    })
}

/** A listing with its domain, for a question. */
export function named({ name, domain }: ListingForReview): string {
  return `${onOneLine(name)} (${domain})`
}

/** Whether editors may decide so on the listing. If not, they are not asked. */
export function isOpen(decision: keyof typeof decisions, listing: ListingForReview): boolean {
  return Object.hasOwn(decisions[decision], listing.status) && listing.source_kind !== 'curated'
}

/** Asks, decides, and prints the result. */
export async function takeStep(
  session: Session,
  listing: ListingForReview,
  step: Step & { question: string; decide: (request: Request) => Promise<Decided | Undone> },
): Promise<number> {
  const { actor, values, mailDelayMinutes } = session
  const { slug, version } = listing
  const { decision, question, decide, wanted, result } = step
  const seen = values.seen ?? version
  if (isOpen(decision, listing) && !(await session.confirm(question, seen)))
    return declined(session, slug)
  const note = cleanText(values.note ?? '') || undefined
  const decided = await decide({ slug, actor, seen, note, mailDelayMinutes })
  if (decided.outcome !== 'done') return refused(session, decided, { wanted })
  const name = onOneLine(decided.name)
  const usual = { value: { outcome: wanted }, text: `${name} is ${wanted}.` }
  const told = result?.(name, decided) ?? usual
  return followUp(session, decided, { hasMail: true, ...told, value: { ...told.value, slug } })
}
