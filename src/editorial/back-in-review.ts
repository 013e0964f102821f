import type { ProductStatus } from '#contract/enums.ts'
import type { Addresses } from '#core/addresses.ts'
import type { Trx } from '#db/connection/connect.ts'
import type { LockedListing } from '#db/queries/decisions.ts'
import { holdBackMail } from '#db/queries/outbox.ts'
import type { MailFields, MailKind } from '#mail/mails.ts'

/**
 * For each status from which a listing can return to the queue: the kind of mail that announced
 * this status, and the sentence that corrects it.
 */
const before = {
  approved: {
    kind: 'approval',
    happened:
      'We wrote you that it is listed. That was a mistake, and the page, the badge and the referral code of that mail do not count until it is approved.',
  },
  rejected: {
    kind: 'rejection',
    happened:
      'We wrote you that it was not accepted. An editor has taken that back, so you need not submit it again.',
  },
  withdrawn: {
    kind: 'withdrawal',
    happened: 'It was withdrawn before it was decided. An editor has taken that back.',
  },
} as const satisfies Partial<Record<ProductStatus, { kind: MailKind; happened: string }>>

/**
 * Makes the mail for an owner whose listing is in the queue again. If the mail about the former
 * decision was not sent yet, that mail is held back and no new mail is needed.
 */
export async function backInReview(
  trx: Trx,
  { id, name, status }: LockedListing,
  urls: Addresses,
): Promise<{ mail?: (token: string) => MailFields<'back-in-review'> }> {
  if (status === 'pending') return {}
  const { kind } = before[status]
  if (await holdBackMail(trx, { product_id: id, kind })) return {}
  return { mail: happenedMail({ name, status }, urls) }
}

/** The mail that corrects the one about the state that a listing has left for the queue. */
export function happenedMail(
  { name, status }: { name: string; status: keyof typeof before },
  urls: Addresses,
) {
  const { happened } = before[status]
  return (token: string): MailFields<'back-in-review'> => ({
    name,
    happened,
    manage_url: urls.manage(token),
  })
}
