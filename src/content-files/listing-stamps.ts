import { stringify } from 'yaml'

/** What an editor's command writes of a decision: when it was taken, and who took it. */
export type Stamps = Partial<
  Record<'approved_at' | 'claim_reviewed_at' | 'claim_verified_by', string>
>

/** What the file of a listing still has to say of the decisions on it, as of this moment. */
export function stampsFor(listing: unknown, { now, by }: { now: Date; by: string }): Stamps {
  const said = (listing ?? {}) as Record<string, unknown>
  const { claim_review_status: claim = null } = said
  const moment = now.toISOString()
  const isReviewed = said['qualification_type'] != null && claim !== null && claim !== 'submitted'
  return {
    ...(isReviewed && said['claim_reviewed_at'] == null ? { claim_reviewed_at: moment } : {}),
    ...(isReviewed && claim === 'verified' && said['claim_verified_by'] == null
      ? { claim_verified_by: by }
      : {}),
    ...(said['approved_at'] == null ? { approved_at: moment } : {}),
  }
}

/**
 * The text of a file with stamps in it: in the line that waits for one, else at the end. Every other
 * line stays as somebody wrote it.
 */
export function stamped(text: string, stamps: Stamps): string {
  return Object.entries(stamps).reduce((before, [field, value]) => {
    const said = `${field}: ${stringify(value, { lineWidth: 0, defaultStringType: 'QUOTE_SINGLE' }).trim()}`
    const waiting = new RegExp(`^${field}:[ \\t]*(?:null|~)?[ \\t]*(#.*)?(\\r?)$`, 'm')
    if (waiting.test(before))
      return before.replace(waiting, (_, comment: string | undefined, end: string) =>
        [said, ...(comment === undefined ? [] : [' ', comment]), end].join(''),
      )
    return `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${said}\n`
  }, text)
}

/** The text of a file without stamps of a whole minute: such times a person wrote, and no clock. */
export function withoutRounded(text: string): string {
  return text.replace(
    /^((?:approved|claim_reviewed)_at:) *(['"]?)[\dT:-]+:00(?:\.0+)?Z\2/gm,
    '$1 null',
  )
}
