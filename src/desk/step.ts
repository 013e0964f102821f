import { cleanText } from '#contract/text.ts'
import type { Addresses } from '#core/addresses.ts'
import type { Db } from '#db/connection/connect.ts'
import { findForReview } from '#db/queries/review-queue.ts'
import type { Decided, Refusal, Request } from '#editorial/decide.ts'
import { decisions } from '#editorial/decisions.ts'
import { type NotFresh, undoMinutes } from '#editorial/undo.ts'
import type { ClaimVerdict } from '#editorial/review-claim.ts'
import type { Command } from './session.ts'
import { besideProblem, verdictBeside } from './claim.ts'
import { deciding } from '#authoring/options.ts'
import { type Flag, findFlags, findLookAlikes, flagLines, stops } from './flags.ts'
import { type Explained, keysIn, reasonFrom } from './reasons.ts'
import { decideOnEach } from './several.ts'
import { onOneLine } from '#authoring/terminal-text.ts'
import { besideOthers } from './take.ts'
import { topicProblems } from './edit.ts'
import { declined, followUp, invalid, notDone, refused, unknownReason } from './tell.ts'

interface Step {
  /**
   * The row of `decisions` with the states that this command applies to. Only in these states it
   * asks for confirmation.
   */
  decision: keyof typeof decisions
  about: string
  more?: string
  /** The option with the text of the mail, and the error if it is missing. */
  mailed?: { option: 'reason' | 'notes'; of: Explained; missing: string }
  /** The command accepts `--claim`, which decides on the listing's claim at the same time. */
  takesClaim?: true
  /** The command accepts `--topics`, and says in its question that a listing has none. */
  takesTopics?: true
  /** Findings on the listing stand before the question, and `--yes` alone is not enough. */
  stopsAtFindings?: true
  /** The confirmation question. `name` includes the domain; `text` is the text of the mail. */
  question: (at: { name: string; slug: string; text: string; to: Addresses }) => string
  decide: (
    db: Db,
    request: Request & {
      reason: string
      isFinal: boolean
      verdict: ClaimVerdict | undefined
      topics: string[] | undefined
    },
    to: Addresses,
  ) => Promise<Decided | Refusal | NotFresh | { outcome: keyof typeof sentences; slug: string }>
  /** The listing's status after the decision. A listing that already has it is not an error. */
  wanted?: string
  /** The printed result. Default: the wanted status. `hasMail: false` says that no mail is sent. */
  result?: (name: string, decided: Decided) => { value: object; text: string; hasMail?: boolean }
}

/** Messages for outcomes that only some decisions have. */
const sentences = {
  no_claim: (slug: string) => `${slug} makes no claim that could be reviewed. Nothing was changed.`,
  no_proposal: (slug: string) => `No proposal for ${slug} waits.`,
  mail_left: (slug: string) =>
    `The mail about ${slug} has left, so what you did is not undone. Correct it by another decision, which the owner hears of.`,
} as const

function notFreshText({ slug, by, at }: NotFresh): string {
  const who =
    by === null || at === null
      ? ''
      : ` ${onOneLine(by)} was the last to do something to it, at ${at.toISOString()}.`
  return `Nothing that you did to ${slug} within ${undoMinutes} minutes is the last that was done to it.${who} Nothing was changed.`
}

/**
 * Creates a command that decides on listings: it finds each one, asks for confirmation, decides,
 * and prints the result.
 */
export function stepCommand(step: Step): Command {
  const { decision, mailed, takesClaim, takesTopics, stopsAtFindings } = step
  return {
    about: step.about,
    rest: 'slug',
    writesMail: true,
    options: [
      ...(mailed ? [mailed.option] : []),
      ...(takesClaim ? (['claim', 'evidence', 'notes'] as const) : []),
      ...(takesTopics ? (['topics'] as const) : []),
      ...(stopsAtFindings ? (['despiteFindings'] as const) : []),
      'seen',
      'note',
      'delay',
      ...deciding,
    ],
    more: step.more,
    check: (_, values) => {
      if (mailed && cleanText(values[mailed.option] ?? '') === '') return mailed.missing
      return takesClaim && besideProblem(values)
    },
    run: (given, slugs) =>
      decideOnEach(given, slugs, async (one, slug) => {
        const session = await besideOthers(one, slug)
        const { backend, actor, to, values } = session
        const verdict = takesClaim && verdictBeside(session)
        if (verdict && 'problem' in verdict) return unknownReason(session, verdict.problem)
        const listing = await findForReview(backend.db, slug)
        if (!listing) return refused(session, { outcome: 'unknown', slug })
        const topics = values.topics?.split(',').flatMap((topic) => topic.trim() || [])
        const problems = topics ? await topicProblems(session, slug, topics) : []
        if (problems.length > 0) return invalid(session, { outcome: 'invalid', slug, problems })
        let reason = ''
        if (mailed) {
          const words = cleanText(values[mailed.option] ?? '')
          const found = await findLookAlikes(backend.db, listing, to)
          const given = reasonFrom(session.reasons[mailed.of] ?? [], words, found)
          if ('problem' in given) return unknownReason(session, given.problem)
          reason = given.text
        }
        const isAsked =
          Object.hasOwn(decisions[decision], listing.status) && listing.source_kind !== 'curated'
        const name = `${onOneLine(listing.name)} (${listing.domain})`
        const flags = stopsAtFindings && isAsked ? await findFlags(backend.db, listing) : []
        if (values.yes && !values.despiteFindings && flags.some(stops))
          return notDone(session, { outcome: 'flagged', slug, flags }, flaggedText(name, flags))
        const known =
          flags.length > 0 ? `${flagsHead(flags)}\n${flagLines(flags).join('\n')}\n` : ''
        const noTopic =
          takesTopics && isAsked && !topics && listing.topics.length === 0
            ? ' It has no topic, so no page of a topic lists it.'
            : ''
        const question = `${known}${step.question({ name, slug, text: reason, to })}${verdict ? ` Its claim is then ${verdict.status}.` : ''}${noTopic}`
        const seen = values.seen ?? listing.version
        if (isAsked && !(await session.confirm(question, seen))) return declined(session, slug)
        const note = cleanText(values.note ?? '') || undefined
        const final = session.reasons[mailed?.of ?? 'reject']?.filter((one) => one.is_final) ?? []
        const isFinal = keysIn(final, reason).length > 0
        const { mailDelayMinutes } = session
        const request = {
          slug,
          actor,
          reason,
          isFinal,
          seen,
          note,
          verdict,
          topics,
          mailDelayMinutes,
        }
        const decided = await step.decide(backend.db, request, to)
        switch (decided.outcome) {
          case 'done':
            break
          case 'no_claim':
          case 'no_proposal':
          case 'mail_left':
            return notDone(session, decided, sentences[decided.outcome](slug))
          case 'not_fresh':
            return notDone(session, decided, notFreshText(decided))
          default:
            // With a verdict, a listing that was approved before is an error: its claim was not
            // reviewed.
            return refused(session, decided, verdict ? undefined : step.wanted)
        }
        const title = onOneLine(decided.name)
        const {
          value,
          text,
          hasMail = true,
        } = step.result?.(title, decided) ?? {
          value: { outcome: step.wanted },
          text: `${title} is ${step.wanted}.`,
        }
        return followUp(session, decided, {
          value: {
            ...value,
            slug,
            ...(flags.length > 0 ? { flags } : {}),
            ...(verdict ? { claim_review_status: verdict.status } : {}),
          },
          text: `${text}${verdict ? ` Its claim is now ${verdict.status}.` : ''}`,
          hasMail,
        })
      }),
  }
}

function flagsHead(flags: readonly Flag[]): string {
  return flags.length === 1 ? 'There is a finding:' : `There are ${flags.length} findings:`
}

function flaggedText(name: string, flags: readonly Flag[]): string {
  return `${name} is not approved. ${flagsHead(flags)}\n${flagLines(flags).join('\n')}\nLook at the submission; --despite-findings approves it all the same. Nothing was changed.`
}
