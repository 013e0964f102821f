import { hash } from 'node:crypto'
import { dump } from 'js-yaml'
import { qualificationCompanions } from '#contract/operations/submit-product.ts'
import { checked } from './read.ts'
import { ListingFile } from './schemas.ts'

/** The stamps of a decision, which commands write: its time, its editor, the reviewed claim. */
export type Stamps = Partial<
  Record<'approved_at' | 'claim_reviewed_at' | 'claim_verified_by' | 'claim_digest', string>
>

/** The editor and the time for the stamps that a file lacks. */
export interface Editor {
  now: Date
  by: string
}

const claimFields = ['qualification_type', ...qualificationCompanions] as const

/** A short hash of what a listing claims. It tells whether the claim changed after its review. */
export function claimDigest(listing: Readonly<Record<(typeof claimFields)[number], unknown>>) {
  const claim = claimFields.map((field) => listing[field])
  return hash('sha256', JSON.stringify(claim)).slice(0, 12)
}

/** The stamps that a listing's file lacks, with the time `now` and the editor `by`. */
export function stampsFor(listing: unknown, { now, by }: Editor): Stamps {
  const fields = (listing ?? {}) as Record<string, unknown>
  const { claim_review_status: claim = null } = fields
  const moment = now.toISOString()
  const isReviewed = fields['qualification_type'] != null && claim !== null && claim !== 'submitted'
  return {
    ...(isReviewed && fields['claim_reviewed_at'] == null ? { claim_reviewed_at: moment } : {}),
    ...(isReviewed && claim === 'verified' && fields['claim_verified_by'] == null
      ? { claim_verified_by: by }
      : {}),
    ...(fields['approved_at'] == null ? { approved_at: moment } : {}),
  }
}

/** A listing that has perhaps no stamps yet, parsed as if it were stamped now. */
export function unstamped(file: string, written: unknown, editor: Editor) {
  const times = stampsFor(written, editor)
  const listing = checked(file, { ...(written as object), ...times }, ListingFile)
  const digest = 'claim_reviewed_at' in times ? { claim_digest: claimDigest(listing) } : {}
  return { stamps: { ...times, ...digest }, listing: { ...listing, ...digest } }
}

/** Adds stamps to a text, each in the empty line of its field or at the end; the rest stays. */
export function stamped(text: string, stamps: Stamps): string {
  return Object.entries(stamps).reduce((before, [field, value]) => {
    const line = `${field}: ${dump(value, { lineWidth: -1, forceQuotes: true }).trim()}`
    const old = field === 'claim_digest' ? `|['"]?[0-9a-f]{12}['"]?` : ''
    const waiting = new RegExp(`^${field}:[ \\t]*(?:null|~${old})?[ \\t]*(#.*)?(\\r?)$`, 'm')
    if (waiting.test(before))
      return before.replace(waiting, (_, comment: string | undefined, end: string) =>
        [line, ...(comment === undefined ? [] : [' ', comment]), end].join(''),
      )
    return `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`
  }, text)
}
