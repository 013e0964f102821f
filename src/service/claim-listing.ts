import { randomBytes } from 'node:crypto'
import { ApiError } from '#contract/errors.ts'
import { limits, submissionBuckets } from '#contract/limits.ts'
import * as contract from '#contract/operations/claim-listing.ts'
import type { ClaimPlace } from '#contract/resources/claim.ts'
import { domainName } from '#core/domain-name.ts'
import { maskedEmail } from '#core/owner-claim.ts'
import { findClaimable, insertClaim } from '#db/queries/claims.ts'
import { insertMails } from '#db/queries/outbox.ts'
import { newSecret } from '#db/queries/secret.ts'
import { addressBlock } from '#limits/address-block.ts'
import { deliverAfterCommit } from '#mail/deliver.ts'
import { mailOf } from '#mail/mails.ts'
import { type Claimant, claimContent } from '#proof/claims/claim-file.ts'
import { type ClaimPlaces, claimPlaces, recordName, siteFile } from '#proof/claims/claim-places.ts'
import { wayWords } from '#present/review/claim-words.ts'
import { handling } from './answer.ts'
import { refuseUntil } from './failure.ts'
import type { Service } from './service.ts'
import { checkDomain } from './submit-product.ts'

/**
 * POST /claims: starts a claim of ownership, and mails what to publish with a manage link, which opens
 * nothing until a proof is seen. A claim by address asks nothing of the database, so that nobody
 * learns what is pending.
 */
export const claimListing = handling(
  contract.claimListing,
  async ({ body: { slug, url, email }, address }, service) => {
    const { db, urls, mailer, limiter } = service
    const claimed = slug === undefined ? byAddress(url ?? '', service) : await bySlug(slug, service)
    const id = randomBytes(16).toString('hex')
    const ways = waysOf({ id, email }, claimPlaces(claimed))
    if (ways.length === 0) throw noWay(claimed.name)
    const claimant = { addressBlock: addressBlock(address), email }
    refuseUntil(await limiter.count(limiter.slots.ofClaim(claimant)), claimsRule)
    const { token, token_hash } = newSecret()
    const { product_id } = claimed
    const mail = mailOf('claim-started', {
      name: claimed.name,
      for: maskedEmail(email),
      // A stranger may have entered the address of what is not public: only our page names it.
      ways: product_id === null ? 'The page of the claim names the places.' : waysText(ways),
      days: limits.claim_days,
      claim_url: urls.claim(id),
      manage_url: urls.manage(token),
    })
    const [domain, registrable_domain] =
      product_id === null ? [claimed.domain, claimed.registrable_domain] : [null, null]
    const mailIds = await db.transaction().execute(async (trx) => {
      await insertClaim(trx, { id, email, token_hash, product_id, domain, registrable_domain })
      return insertMails(trx, [{ ...mail, product_id: null, to_email: email }])
    })
    await service.afterAnswer(deliverAfterCommit(db, mailer, mailIds))
    return {
      status: 202,
      body: {
        success: true as const,
        claim: id,
        state: 'open' as const,
        for: maskedEmail(email),
        ways,
        check_url: urls.checkClaim(id),
        expires_in_days: limits.claim_days,
      },
    }
  },
  ({ body }, { catalog }) => checkDomain(body, catalog.codeHosts),
)

// The catalogue has public listings only: a pending slug and an unknown one are the same.
async function bySlug(slug: string, { catalog, db }: Service) {
  const isListed = (await catalog.current()).product(slug) !== undefined
  const found = isListed ? await findClaimable(db, slug) : undefined
  if (!found)
    throw new ApiError(
      'not_found',
      'No product is listed under this slug. A product that is not public yet is claimed by `url`.',
    )
  return { ...found, product_id: found.id }
}

function byAddress(url: string, { catalog }: Service) {
  const name = domainName(url, catalog.codeHosts)
  if (!name.ok) throw new Error(`checkDomain accepted a URL that ${name.reason}`)
  const { domain, registrable: registrable_domain } = name
  return { name: domain, product_id: null, domain, registrable_domain, repository: null }
}

/** The ways to prove a claim, the strongest first. */
export function waysOf(claim: Claimant, { site, repository }: ClaimPlaces): ClaimPlace[] {
  const content = claimContent(claim)
  const file = `https://github.com/${repository}/blob/HEAD/proofstack.json`
  const places: (ClaimPlace | false)[] = [
    site !== null && { way: 'dns', where: recordName(site.registrable), content: claim.id },
    site !== null && { way: 'website', where: siteFile(site.host), content },
    repository !== null && { way: 'repository', where: file, content },
  ]
  return places.filter((place) => place !== false)
}

function waysText(ways: readonly ClaimPlace[]): string {
  const words = ways
    .map(wayWords)
    .map(({ how, place, content }) => [how, place, content].join('\n'))
  return words.join('\n\n')
}

function noWay(name: string): ApiError {
  const message = `has no place that we can look at: ${name} is neither a website of its own nor a repository at GitHub. Write to us`
  return new ApiError('invalid_request', `This product ${message}.`, {
    details: [{ path: 'slug', message }],
  })
}

const { claim_address: one, claim_network: network, claim_email: other } = submissionBuckets
const claimsRule = `At most ${one.tokens} claims an hour from one address, ${network.tokens} from one network, and ${other.tokens} a day with one e-mail`
