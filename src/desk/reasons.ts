import type { z } from 'zod'
import { type ClaimReviewStatus, enums } from '#contract/enums.ts'
import type { ReviewReasonFile } from '#content-files/schemas.ts'
import type { Addresses } from '#core/addresses.ts'
import { didYouMean } from '#core/nearest-names.ts'
import type { NamedLookAlike } from './flags.ts'
import { onOneLine } from '#authoring/terminal-text.ts'

/** The fields of a claim for which a reason can suggest another value. */
type FitField = 'qualification_type' | 'agent_use_case'

const fitWord = (field: FitField, noun: string) => (word: string) => ({
  field,
  word,
  label: `the ${noun} ${word}`,
})

/** The kinds and use cases that a reason can suggest. */
const fitWords = [
  ...enums.qualificationType.map(fitWord('qualification_type', 'kind')),
  ...enums.agentUseCase.map(fitWord('agent_use_case', 'use case')),
]

/** A prepared text for a decision that editors often explain in the same way. */
export type CannedReason = z.infer<typeof ReviewReasonFile>['reject'][number] & {
  status?: ClaimReviewStatus
}

export type Explained = 'reject' | 'revise' | 'withdraw' | 'decline'
export type Reasons = Readonly<Partial<Record<Explained | 'claim', readonly CannedReason[]>>>

/** The text of a mail. A final one invites to no other submission. */
type Given = { text: string; isFinal: boolean } | Problem

/** Why a text is not mailed. `hint` names the keys, which only commands take. */
export interface Problem {
  problem: string
  hint?: string
}

/** The reasons with the address of the review guide for `{{guide}}`. */
export function withGuide(reasons: Reasons, to: Addresses): Reasons {
  return JSON.parse(JSON.stringify(reasons).replaceAll('{{guide}}', to.doc('review'))) as Reasons
}

/** The values that a canned reason can suggest. */
const fitsOf = ({ with_fit }: CannedReason) =>
  fitWords.filter(({ field }) => with_fit?.of.includes(field))

/** The mail text of a canned reason for one listing. `fit` lists suggested words of `fitWords`. */
function textOf(reason: CannedReason, fit: readonly string[], lookAlike: string | undefined) {
  const { text, with_look_alike, with_fit } = reason
  const fitting = fitsOf(reason).flatMap(({ word, label }) => (fit.includes(word) ? [label] : []))
  if (with_fit && fitting.length > 0)
    return with_fit.text.replaceAll('{{fit}}', fitting.join(' and '))
  if (with_look_alike === undefined || lookAlike === undefined) return text
  // The replacement is a function, because a string would expand `$&` in the name of a listing.
  return with_look_alike.replaceAll('{{look_alike}}', () => lookAlike)
}

/**
 * The mail text for what an editor typed: a comma-separated list of keys of `known` is resolved to
 * their texts, and words of the editor's own may follow behind an empty line; other input is returned
 * as it is.
 * A key may have suggested values: `kind=agentic_workflow`, or the slug of the look-alike that the mail
 * names: `duplicate=acme`. Input that looks like a mistyped key, or is a single word, is a problem,
 * because it would be mailed literally.
 */
export function reasonFrom(
  known: readonly CannedReason[],
  words: string,
  lookAlikes: readonly NamedLookAlike[] = [],
): Given {
  const [keyed = '', ...own] = words.split('\n\n')
  const named = keyed.split(',').map((untrimmed) => {
    const part = untrimmed.trim()
    const [, key = part, fit] = /^([^=\s]+)=(\S*)$/.exec(part) ?? []
    return { part, reason: known.find((one) => one.key === key), fit: fit?.split('+') }
  })
  const canned = named.flatMap(({ reason, fit }) => (reason ? [{ reason, fit }] : []))
  for (const { reason, fit } of canned) {
    const problem = reason.with_look_alike
      ? lookAlikeProblem(reason, fit, lookAlikes)
      : fit && fitProblem(reason, fit, known)
    if (problem) return { problem }
  }
  if (canned.length === named.length) {
    // A final reason asks for nothing, so the others, which invite to send it again, are left out.
    const final = canned.filter(({ reason }) => reason.is_final)
    const texts = (final.length > 0 ? final : canned).map(({ reason, fit = [] }) => {
      const near = lookAlikes.find((one) => (fit[0] ? fit[0] === one.slug : one.isNearest))
      return textOf(reason, fit, near?.text)
    })
    const text = [[...new Set(texts)].join(' '), ...own].join('\n\n')
    return { text, isFinal: final.length > 0 }
  }
  const areKeys = named.every(({ part }) => /^[a-z]+(?:-[a-z]+)*$/.test(part.split('=')[0]!))
  const isMeant = canned.length > 0 || named.some(({ part }) => part.includes('-'))
  // One word explains nothing to an owner. Scripts without spaces write sentences so.
  const isWord = /^[!-~]+$/.test(words)
  if (known.length === 0 || !(isWord || (areKeys && isMeant)))
    return { text: words, isFinal: false }
  const keys = known.map(({ key }) => key)
  const typos = named
    .filter(({ reason }) => !reason)
    .map(({ part }) => `${onOneLine(part)}${didYouMean(part, keys)}`)
  return {
    problem: `There is no reason ${typos.join(', ')}. Write it in several words of your own.`,
    hint: `Reasons: ${keys.join(', ')}.`,
  }
}

function fitProblem(reason: CannedReason, fit: readonly string[], known: readonly CannedReason[]) {
  const words = fitsOf(reason).map(({ word }) => word)
  if (fit.every((one) => words.some((word) => word === one))) return undefined
  if (words.length === 0) return `The reason ${reason.key} names nothing that fits.`
  const other = fitWords.find(({ word }) => fit.includes(word) && !words.includes(word))
  const rival = other && known.find((one) => fitsOf(one).includes(other))
  const why = other
    ? `${other.word} is ${other.label.startsWith('the kind') ? 'a kind' : 'a use case'}${rival ? `: ${rival.key}=${other.word}` : ''}. `
    : ''
  const both =
    reason.with_fit!.of.length > 1 ? ', or a kind and a use case with + between them' : ''
  return `${why}What fits is one of ${words.join(', ')}${both}: ${reason.key}=${words.at(-1)}.`
}

// Which listing the mail names: the nearest one if it is clearly meant, or the one that the editor
// names. With `none` it names none.
function lookAlikeProblem(
  { key }: CannedReason,
  fit: readonly string[] | undefined,
  lookAlikes: readonly NamedLookAlike[],
): string | undefined {
  const slugs = lookAlikes.map(({ slug }) => slug)
  if (fit)
    return [...slugs, 'none'].includes(fit.join('+'))
      ? undefined
      : `${fit.join('+')} is no public listing that looks like this one. These are: ${slugs.join(', ') || 'none'}.`
  const near = lookAlikes.filter(({ isNearest }) => isNearest)
  if (near.length === 1 || slugs.length === 0) return undefined
  const meant = near.length > 0 ? near.map(({ slug }) => slug) : slugs
  const how = near.length > 0 ? 'look like it equally' : 'look like it, but not much'
  return `These ${how}: ${meant.join(', ')}. Say which one the mail names: ${key}=${meant[0]}, or ${key}=none.`
}
