import { createHmac } from 'node:crypto'

/**
 * How a limiter keeps whom it counts. Decision, Submit: "Addresses and e-mails are kept in the
 * limiter only as keyed hashes": nobody without the secret can try out addresses.
 */
export function keyedHash(secret: string, value: string): string {
  return createHmac('sha256', secret).update(value).digest('base64url')
}
