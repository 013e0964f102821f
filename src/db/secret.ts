import { createHash, randomBytes } from 'node:crypto'

/** The secret of a link: the mail gets the token, the database keeps its hash. */
export interface Secret {
  token: string
  token_hash: string
}

/** Makes a secret that nobody guesses: 256 bits. */
export function newSecret(): Secret {
  const token = randomBytes(32).toString('base64url')
  return { token, token_hash: hashOf(token) }
}

/** What the database knows of a token. A plain hash will do: nobody tries out 256 bits. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
