import { createHash, randomBytes } from 'node:crypto'

/** The secret of a link: the mail contains the token, the database only its hash. */
export interface Secret {
  token: string
  token_hash: string
}

/** Makes a random secret of 256 bits. */
export function newSecret(): Secret {
  const token = randomBytes(32).toString('base64url')
  return { token, token_hash: hashOf(token) }
}

/** The stored hash of a token. It needs no salt: nobody can guess 256 random bits. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
