import { createHmac, timingSafeEqual } from 'node:crypto'

/** Makes the off links of mails. */
export interface OffSwitch {
  /** The secret of the service. A new secret breaks links that were sent. */
  secret: string
  /** The URL of a token's page. */
  link: (token: string) => string
}

/**
 * The stored form of an address whose mails are off; nobody without the secret learns the address.
 */
export function addressHash({ secret }: OffSwitch, address: string): string {
  return keyed(secret, `mail-off address ${address.trim().toLowerCase()}`)
}

/**
 * The token of an off link: the hash with a seal. It names no address, needs no row, and cannot be
 * forged.
 */
export function offToken(off: OffSwitch, address: string): string {
  const hash = addressHash(off, address)
  return `${hash}.${seal(off, hash)}`
}

/** The hash in a token of this service; undefined for any other. */
export function readOffToken(off: OffSwitch, token: string): string | undefined {
  const [hash = '', given = ''] = token.split('.')
  const right = Buffer.from(seal(off, hash))
  const isSame =
    right.length === Buffer.byteLength(given) && timingSafeEqual(right, Buffer.from(given))
  return isSame && token === `${hash}.${given}` ? hash : undefined
}

const seal = ({ secret }: OffSwitch, hash: string) => keyed(secret, `mail-off token ${hash}`)

// 144 bits: cannot be guessed, and the link stays short.
function keyed(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest().subarray(0, 18).toString('base64url')
}
