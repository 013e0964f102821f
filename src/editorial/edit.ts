import type { Addresses } from '#core/addresses.ts'
import type { CodeHost } from '#core/domain-name.ts'
import type { Db } from '#db/connection/connect.ts'
import { fieldLabel } from '#present/review/submission-form.ts'
import { whenSeen } from '#present/words.ts'
import { type Correction, correct } from './correct.ts'
import { type Request, decide } from './decide.ts'
import type { Corrections, EditableName, EditableValue } from './editable-fields.ts'

type Edit = Request & {
  corrections: Corrections
  /** Why, in the mail to the owner of a public listing. */
  notes?: string | undefined
}

/**
 * Corrects fields of a submitted listing, all or none. The audit stores old and new values, and the
 * owner of a public listing gets them by mail.
 */
export function editListing(
  db: Db,
  { corrections, notes, ...request }: Edit,
  { codeHosts, urls }: { codeHosts: readonly CodeHost[]; urls: Addresses },
) {
  return decide(db, 'edit', request, async (trx, listing, row) => {
    const corrected = await correct(trx, listing, corrections, { row, codeHosts })
    if ('outcome' in corrected) return corrected
    const { made } = corrected
    const told = made.filter(({ field }) => !unmailed.includes(field))
    const mail = (token: string) => ({
      name: listing.name,
      outcome: `The correction is ${whenSeen}.`,
      changes: told.map(changeText).join('\n'),
      ...(notes ? { notes } : {}),
      listing_url: urls.listing(listing.slug),
      manage_url: urls.manage(token),
    })
    return {
      detail: { ...corrected.detail, ...(notes ? { notes } : {}) },
      more: { corrections: made },
      ...(told.length > 0 ? { mail } : {}),
    }
  })
}

/** Fields that place a listing on the home page, and say nothing about its product. */
const unmailed: readonly EditableName[] = ['is_featured', 'featured_rank']

function changeText({ field, from, to }: Correction): string {
  return `${fieldLabel(field)}\n  was: ${valueText(from)}\n  now: ${valueText(to)}`
}

/** A value of a field as text. */
export function valueText(value: EditableValue): string {
  return (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || 'nothing'
}
