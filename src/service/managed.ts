import { findManaged } from '#db/manage-tokens.ts'
import { hashOf } from '#db/secret.ts'
import type { Service } from './service.ts'

export type Managed = NonNullable<Awaited<ReturnType<typeof findManaged>>>

/** The listing that the token of a manage link opens now. */
export function managedBy(
  token: string,
  { db, clock }: Pick<Service, 'db' | 'clock'>,
): Promise<Managed | undefined> {
  return findManaged(db, { tokenHash: hashOf(token), at: clock() })
}
