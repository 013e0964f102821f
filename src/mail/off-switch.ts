import { createHmac, timingSafeEqual } from 'node:crypto'

/** What the off links of mails are made with. */
export interface OffSwitch {
  /** The service's own: with another, links that were sent no longer work. */
  secret: string
  /** The page of a token. */
  link: (token: string) => string
}

/** What an address whose mails are off is kept as: nobody without the secret learns it. */
export function addressHash({ secret }: OffSwitch, address: string): string {
  return keyed(secret, `mail-off address ${address.trim().toLowerCase()}`)
}

/**
 * What the link of a mail says. It is the hash with a seal, so that it names no address, needs no
 * row to be read, and nobody makes up others.
 */
export function offToken(off: OffSwitch, address: string): string {
  const hash = addressHash(off, address)
  return `${hash}.${seal(off, hash)}`
}

/** The hash in a token that this service has made. */
export function readOffToken(off: OffSwitch, token: string): string | undefined {
  const [hash = '', given = ''] = token.split('.')
  const right = Buffer.from(seal(off, hash))
  const isSame =
    right.length === Buffer.byteLength(given) && timingSafeEqual(right, Buffer.from(given))
  return isSame && token === `${hash}.${given}` ? hash : undefined
}

const seal = ({ secret }: OffSwitch, hash: string) => keyed(secret, `mail-off token ${hash}`)

// 144 bits: nobody guesses them, and the link stays short.
function keyed(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest().subarray(0, 18).toString('base64url')
}
