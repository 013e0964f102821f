import { createHash, randomBytes } from 'node:crypto'

/** Makes the secret of a link, of 256 bits: the mail has the token, the database only its hash. */
export function newSecret() {
  const token = randomBytes(32).toString('base64url')
  return { token, token_hash: hashOf(token) }
}

/** The stored hash of a token. It needs no salt: nobody can guess 256 random bits. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
