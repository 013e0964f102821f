// What the badges of a listing say, as text, as a picture and for shields.io.
import type { ClaimReviewStatus } from '#contract/enums.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { shownInCode } from '#present/product-proof.ts'
import { badgeImage, badgeLook, badgePolicy, factImage } from './badge-image.ts'
import { stackEmbed, stackPolicy } from './stack-embed.ts'

const colours = { good: '1f5f4a', partly: '8a6100', open: '566070' } as const

/** A fact of a listing in two short texts; `color` is a hexadecimal number, as shields.io has it. */
export interface BadgeFact {
  label: string
  message: string
  color: string
}

type Badged = Pick<ProductDetail, 'proof' | 'tools' | 'claim_review_status'>

const claimMessages = {
  verified: ['verified', colours.good],
  submitted: ['under review', colours.open],
  needs_revision: ['needs revision', colours.open],
  not_verified: ['not verified', colours.open],
} as const satisfies Record<ClaimReviewStatus, readonly [string, string]>

/** The fact of each kind of badge, as it is now. */
const kinds = {
  listed: () => ({ label: 'Proofstack', message: 'listed', color: colours.good }),
  stack: ({ proof, tools }) => {
    const { count } = shownInCode({ tools: proof?.tools ?? [] }, tools.length)
    const color = count === 0 ? colours.open : count < tools.length ? colours.partly : colours.good
    return { label: 'stack proved', message: `${count} of ${tools.length}`, color }
  },
  claim: ({ claim_review_status: status }) => {
    const [message, color] = status === null ? ['none', colours.open] : claimMessages[status]
    return { label: 'claim', message: message!, color: color! }
  },
} as const satisfies Record<string, (product: Badged) => BadgeFact>

export type BadgeKind = keyof typeof kinds

/** The kinds of badges. */
export const badgeKinds = Object.keys(kinds) as BadgeKind[]

/** The kind that a query names; undefined for none and for an unknown one. */
function badgeKind(query: URLSearchParams): BadgeKind | undefined {
  return badgeKinds.find((kind) => kind === query.get('kind'))
}

/** What the badge of this kind says of a listing. */
export function badgeFact(kind: BadgeKind, product: Badged): BadgeFact {
  return kinds[kind](product)
}

/**
 * The badge at an address: a picture of the listing, of a fact or of the stack, or the fact as JSON
 * for the endpoint badge of shields.io, https://shields.io/badges/endpoint-badge.
 */
export function badgeOf({ pathname, searchParams: query }: URL, product: ProductDetail) {
  const kind = badgeKind(query)
  const look = badgeLook(query)
  if (pathname.endsWith('.json')) {
    const { label, message, color } = badgeFact(kind ?? 'listed', product)
    const body = JSON.stringify({ schemaVersion: 1, label, message, color })
    return { body, type: 'application/json' as const, policy: "default-src 'none'" }
  }
  const type = 'image/svg+xml' as const
  if (pathname.startsWith('/embed/'))
    return { body: stackEmbed(product, look.theme), type, policy: stackPolicy }
  const body = kind ? factImage(badgeFact(kind, product), look.theme) : badgeImage(look)
  return { body, type, policy: badgePolicy }
}
