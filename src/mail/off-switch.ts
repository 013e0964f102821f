import { createHmac, timingSafeEqual } from 'node:crypto'

/** Makes off links: links in mails that switch further mails to the address off. */
export interface OffSwitch {
  /** The secret of the service. Off links that were sent before it changed no longer work. */
  secret: string
  /** The URL of the page on which a token switches mails off. */
  link: (token: string) => string
}

/** The stored form of an address whose mails are off. Without the secret it names nobody. */
export function addressHash({ secret }: OffSwitch, address: string): string {
  return keyed(secret, `mail-off address ${address.trim().toLowerCase()}`)
}

/**
 * The token of an off link: the hash of the address, and a seal that only this service can make. It
 * reveals no address and needs no row in the database.
 */
export function offToken(off: OffSwitch, address: string): string {
  const hash = addressHash(off, address)
  return `${hash}.${seal(off, hash)}`
}

/** The hash in a token, if this service made its seal; else undefined. */
export function readOffToken(off: OffSwitch, token: string): string | undefined {
  const [hash = '', given = ''] = token.split('.')
  const right = Buffer.from(seal(off, hash))
  const isSame =
    right.length === Buffer.byteLength(given) && timingSafeEqual(right, Buffer.from(given))
  return isSame && token === `${hash}.${given}` ? hash : undefined
}

const seal = ({ secret }: OffSwitch, hash: string) => keyed(secret, `mail-off token ${hash}`)

// 144 bits cannot be guessed, and the link stays short.
function keyed(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest().subarray(0, 18).toString('base64url')
}
