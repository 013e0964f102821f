import { randomBytes } from 'node:crypto'
import { ApiError } from '#contract/errors.ts'
import { limits, submissionBuckets } from '#contract/limits.ts'
import * as contract from '#contract/operations/claim-listing.ts'
import type { ClaimPlace } from '#contract/resources/claim.ts'
import { domainName } from '#core/domain-name.ts'
import { findClaimable, insertClaim } from '#db/queries/claims.ts'
import { insertMails } from '#db/queries/outbox.ts'
import { newSecret } from '#db/queries/secret.ts'
import { addressBlock } from '#limits/address-block.ts'
import { deliverAfterCommit } from '#mail/deliver.ts'
import { mailOf } from '#mail/mails.ts'
import { claimContent } from '#proof/claims/claim-file.ts'
import { type ClaimPlaces, claimPlaces, recordName, siteFile } from '#proof/claims/claim-places.ts'
import { handling } from './answer.ts'
import { rateLimited } from './failure.ts'
import type { Service } from './service.ts'
import { checkDomain } from './submit-product.ts'

/** POST /claims: starts a claim of ownership. */
export const claimListing = handling(
  contract.claimListing,
  async ({ body, address }, service) => {
    const { id, ways } = await startClaim({ ...body, address }, service)
    return {
      status: 202,
      body: {
        success: true as const,
        claim: id,
        state: 'open' as const,
        ways,
        check_url: service.urls.checkClaim(id),
        expires_in_days: limits.claim_days,
      },
    }
  },
  ({ body }, { catalog }) => checkDomain(body, catalog.codeHosts),
)

/** What is claimed: a public listing by its slug, or any product by its address. */
export interface ToClaim {
  slug?: string | undefined
  url?: string | undefined
  email: string
  /** The IP address of the claimant. */
  address: string
}

/**
 * Starts a claim, and mails what to publish with a manage link, which opens nothing until a proof is
 * seen. A claim by address asks nothing of the database, so that nobody learns what is pending.
 * Throws `not_found`, `invalid_request` or `rate_limited`.
 */
export async function startClaim(
  { slug, url, email, address }: ToClaim,
  service: Service,
): Promise<{ id: string; ways: ClaimPlace[] }> {
  const { db, urls, mailer, limiter } = service
  const claimed = slug === undefined ? byAddress(url ?? '', service) : await bySlug(slug, service)
  const id = randomBytes(16).toString('hex')
  const ways = waysOf(id, claimPlaces(claimed))
  if (ways.length === 0) throw noWay(claimed.name)
  const wait = await limiter.takeClaim({ addressBlock: addressBlock(address), email })
  if (wait > 0) throw tooMany(wait)
  const { token, token_hash } = newSecret()
  const mail = mailOf('claim-started', {
    name: claimed.name,
    ways: waysText(ways),
    days: limits.claim_days,
    claim_url: urls.claim(id),
    manage_url: urls.manage(token),
  })
  const { product_id } = claimed
  const [domain, registrable_domain] =
    product_id === null ? [claimed.domain, claimed.registrable_domain] : [null, null]
  const mailIds = await db.transaction().execute(async (trx) => {
    await insertClaim(trx, { id, email, token_hash, product_id, domain, registrable_domain })
    return insertMails(trx, [{ ...mail, product_id: null, to_email: email }])
  })
  await service.afterAnswer(deliverAfterCommit(db, mailer, mailIds))
  return { id, ways }
}

interface Claimed {
  name: string
  product_id: string | null
  domain: string
  registrable_domain: string
  repository: string | null
}

// The catalogue has public listings only: a pending slug and an unknown one are the same.
async function bySlug(slug: string, { catalog, db }: Service): Promise<Claimed> {
  const isListed = (await catalog.current()).product(slug) !== undefined
  const found = isListed ? await findClaimable(db, slug) : undefined
  if (!found)
    throw new ApiError(
      'not_found',
      'No product is listed under this slug. A product that is not public yet is claimed by `url`.',
    )
  const { id: product_id, ...claimed } = found
  return { ...claimed, product_id }
}

function byAddress(url: string, { catalog }: Service): Claimed {
  const name = domainName(url, catalog.codeHosts)
  if (!name.ok) throw new Error(`checkDomain accepted a URL that ${name.reason}`)
  const { domain, registrable: registrable_domain } = name
  return { name: domain, product_id: null, domain, registrable_domain, repository: null }
}

/** The ways to prove a claim, the strongest first. */
export function waysOf(id: string, { site, repository }: ClaimPlaces): ClaimPlace[] {
  const content = claimContent(id)
  return [
    ...(site === null
      ? []
      : [
          { way: 'dns' as const, where: recordName(site.registrable), content: id },
          { way: 'website' as const, where: siteFile(site.host), content },
        ]),
    ...(repository === null
      ? []
      : [
          {
            way: 'repository' as const,
            where: `https://github.com/${repository}/blob/HEAD/proofstack.json`,
            content,
          },
        ]),
  ]
}

const wayWords = {
  dns: 'A TXT record in the DNS',
  website: 'A file on the website',
  repository: 'A file on the default branch of the repository',
} as const

function waysText(ways: readonly ClaimPlace[]): string {
  return ways
    .map(({ way, where, content }) => `${wayWords[way]}, ${where}: ${content}`)
    .join('\n\n')
}

function noWay(name: string): ApiError {
  const message = `has no place that we can look at: ${name} is neither a website of its own nor a repository at GitHub. Write to us`
  return new ApiError('invalid_request', `This product ${message}.`, {
    details: [{ path: 'slug', message }],
  })
}

function tooMany(wait: number): ApiError {
  const { claim_address: one, claim_email: other } = submissionBuckets
  return rateLimited(
    wait,
    `At most ${one.tokens} claims an hour from one address, and ${other.tokens} a day with one e-mail`,
  )
}
