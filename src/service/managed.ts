import { ApiError } from '#contract/errors.ts'
import { findManaged } from '#db/queries/manage-tokens.ts'
import { hashOf } from '#db/queries/secret.ts'
import type { Service } from './service.ts'

export type Managed = NonNullable<Awaited<ReturnType<typeof findManaged>>>

/** The listing that a valid manage token belongs to. */
export function managedBy(
  token: string,
  { db, clock }: Pick<Service, 'db' | 'clock'>,
): Promise<Managed | undefined> {
  return findManaged(db, { tokenHash: hashOf(token), at: clock() })
}

/** The token in an Authorization header. Throws a 401 if there is none. */
export function requireToken(authorization: string | undefined): string {
  // RFC 6750, 2.1, and RFC 9110, 11.1: the case of the scheme's name, `Bearer`, does not matter.
  const [, token] = /^bearer +([\w-]{20,200})$/i.exec(authorization ?? '') ?? []
  if (token === undefined) throw unauthorized()
  return token
}

/** The 401 error of operations for owners. It does not reveal whether the listing exists. */
export function unauthorized(): ApiError {
  return new ApiError(
    'unauthorized',
    'This needs `Authorization: Bearer <token>` with the token of the manage link, which the owner of the product has by e-mail. A link lasts 30 days and can be sent anew from /manage.',
  )
}
