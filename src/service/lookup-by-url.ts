import type { Listing, Published } from '#catalog/questions.ts'
import * as contract from '#contract/operations/lookup-by-url.ts'
import * as bulk from '#contract/operations/lookup-urls.ts'
import type { Output } from '#contract/operation.ts'
import type { Addresses } from '#core/addresses.ts'
import { type DomainName, domainName } from '#core/domain-name.ts'
import { fifoCache } from '#core/fifo-cache.ts'
import { onceFor } from '#core/once.ts'
import { countRead } from './admit.ts'
import { handling, tagOf } from './answer.ts'
import type { ExtraCheck } from './parse-input.ts'

const checkUrl: ExtraCheck = ({ query }, { catalog }) => {
  const url = (query as { url?: unknown } | undefined)?.url
  const name = typeof url === 'string' ? nameOf(catalog.codeHosts)(url) : undefined
  if (!name || name.ok) return []
  return [{ path: 'url', message: name.reason, sentence: sentenceOf(name.reason) }]
}

/** GET /lookup: the listing of a URL, from the catalogue, which has approved listings only. */
export const lookupByUrl = handling(
  contract.lookupByUrl,
  async ({ query }, { catalog, urls }) => {
    const name = nameOf(catalog.codeHosts)(query.url)
    if (!name.ok) throw new Error(`checkUrl accepted a URL that ${name.reason}`)
    return { status: 200, ...answerFor(name, await catalog.current(), urls) }
  },
  checkUrl,
)

/** POST /lookup: the listings of several URLs. */
export const lookupUrls = handling(
  bulk.lookupUrls,
  async ({ body: { urls }, address }, service) => {
    const { catalog } = service
    // Each ten URLs count as one read. The first read was counted when the call was admitted.
    for (let counted = 10; counted < urls.length; counted += 10)
      await countRead(bulk.lookupUrls.bucket, address, service)
    const published = await catalog.current()
    const results = urls.map((url) => {
      const name = nameOf(catalog.codeHosts)(url)
      if (!name.ok) return { url, error: sentenceOf(name.reason) }
      const found = answerFor(name, published, service.urls)
      // The cast is safe: this JSON was written by the contract's schema.
      return 'body' in found
        ? found.body
        : (JSON.parse(Buffer.from(found.json).toString()) as Output<typeof contract.lookupByUrl>)
    })
    return { status: 200, body: { results } }
  },
)

type ReadableName = Extract<DomainName, { ok: true }>

function answerFor(name: ReadableName, published: Published, urls: Addresses) {
  const { domain, candidates } = name
  const found = published.byDomain(candidates)
  if (!found) return { body: notListed(name, published.byRepository(domain), urls) }
  // Only the answer for the listing's own domain is cached, because a domain can have any number of
  // subdomains.
  const isOwn = domain === found.listing.domain
  return isOwn ? ofOwnDomain(urls)(found.listing) : answerOf(domain, found, urls)
}

const sentenceOf = (reason: string) =>
  `url ${reason}. Send a website such as https://example.com or example.com.`

// Caches parsed URLs: `checkUrl` and the answer parse the same URL, which takes a quarter of a
// lookup.
const nameOf = onceFor((codeHosts: Parameters<typeof domainName>[1]) => {
  const kept = fifoCache<string, DomainName>(100)
  return (url: string) => kept(url, () => domainName(url, codeHosts))
})

type Found = NonNullable<ReturnType<Published['byDomain']>>

const ofOwnDomain = onceFor((urls: Addresses) =>
  onceFor((listing: Listing) => answerOf(listing.domain, { listing, match: 'exact' }, urls)),
)
const encoder = new TextEncoder()

function answerOf(domain: string, { listing, match }: Found, urls: Addresses) {
  const { slug } = listing
  const name = listing.field('name')
  const stack = listing.tools().map((tool) => ({
    slug: tool.slug,
    name: tool.name,
    category: tool.category,
    href: urls.tool(tool.slug),
  }))
  const head = JSON.stringify({ listed: true, domain, match })
  const lifecycle = listing.field('lifecycle')
  const product = JSON.stringify({ slug, name, status: 'approved', lifecycle })
  const tail = JSON.stringify({ stack, listing_url: urls.listing(slug), next_action_code: null })
  return {
    json: encoder.encode(
      `${head.slice(0, -1)},"product":${product.slice(0, -1)},"tools":${listing.toolsJson()}},${tail.slice(1)}`,
    ),
    tag: tagOf(domain, match, listing.tag),
  }
}

// Decisions, Lookup: the contract's match is of websites, so the address of a repository is not
// listed; the listing that it belongs to is named beside that.
function notListed(
  { domain, candidates }: ReadableName,
  code: Listing | undefined,
  urls: Addresses,
) {
  const known = code && { slug: code.slug, listing_url: urls.listing(code.slug) }
  return {
    listed: false as const,
    domain,
    match: null,
    product: null,
    stack: [],
    next_action_code: 'SUBMIT_PRODUCT' as const,
    message: known
      ? `${domain} is the repository of ${known.slug}, which is listed as ${code.domain}: ${known.listing_url}`
      : candidates.length > 0
        ? `${domain} has no approved listing. Anyone may submit it.`
        : `${domain} hosts many products. Look up or submit one of them, with its owner and repository.`,
    submit_url: urls.submit,
    submit_docs_url: urls.doc('submit'),
    ...(known && { repository_of: known }),
  }
}
