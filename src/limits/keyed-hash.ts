import { createHmac } from 'node:crypto'

/**
 * Decisions, Submit: "Addresses and e-mails are kept in the limiter only as keyed hashes". Without
 * the secret nobody can hash guesses and compare them.
 */
export function keyedHash(secret: string, value: string): string {
  return createHmac('sha256', secret).update(value).digest('base64url')
}
