// Where a claim can be proved.
import type { ClaimWay } from '#contract/enums.ts'
import { type KeptAnswers, gitHubName, keptId } from '#proof/repositories/ask-github.ts'
import { claimFile } from './claim-file.ts'

/** The places in which the owner of a product can publish something. */
export type ClaimPlaces = ReturnType<typeof claimPlaces>

/**
 * The places of a product. The domain of a code host, such as `github.com/n8n-io/n8n`, has a slash:
 * its website is not the owner's. `provedIn`: the id of the repository that proved the claim before.
 */
export function claimPlaces(
  product: {
    domain: string
    registrable_domain: string
    /** The address of a repository that is known to be the product's. */
    repository: string | null
    kept?: KeptAnswers | null
  },
  provedIn?: string | null,
) {
  const { domain, registrable_domain, kept } = product
  const isHosted = domain.includes('/')
  const repository = gitHubName(isHosted ? `https://${domain}` : (product.repository ?? '')) ?? null
  const id = keptId(kept ?? {}, repository)
  return {
    /** The host of the product's website, and its registrable domain; null at a code host. */
    site: isHosted ? null : { host: domain, registrable: registrable_domain },
    /** The owner and name of its repository at GitHub; null if none is known. */
    repository,
    /** GitHub's id of it when it was read; another repository under its name proves nothing. */
    repository_id: provedIn ?? id,
    /**
     * GitHub's answers when it was read, for conditional requests. An answer without an id cannot
     * show that the repository is the same.
     */
    kept: id === undefined ? {} : (kept ?? {}),
  }
}

/** The strength of each way: a proof of the domain beats one of the repository. */
export const strengthOf = {
  dns: 2,
  website: 2,
  repository: 1,
} as const satisfies Record<ClaimWay, number>

/** The DNS name of the TXT record. */
export const recordName = (registrable: string) => `_proofstack.${registrable}`
/** The address of the file on a website. */
export const siteFile = (host: string) => `https://${host}/.well-known/${claimFile}`
