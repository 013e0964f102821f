// What an ARD registry says of a listing: how an agent connects to it, and what we know of it.
import type { ArdEntry } from '#contract/ard.ts'
import { serverCardType } from '#contract/mcp.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import type { Addresses } from '#core/addresses.ts'
import { registryName } from '#core/registry-name.ts'

/** An identifier in the name space of this site. */
export function ardIdentifier(to: Addresses, ...name: string[]): string {
  return ['urn:air', new URL(to.site).hostname, ...name].join(':')
}

/** The entry of a listing; undefined if it is nothing that an agent can connect to. */
export function ardEntry(
  product: ProductDetail,
  examples: readonly string[],
  to: Addresses,
): ArdEntry | undefined {
  const { name, slug, description, url, facts } = product
  const all = (fact: string) => facts.flatMap((one) => (one.fact === fact ? [one.value] : []))
  const ways = all('interface').filter((way) => way === 'api' || way === 'mcp_server')
  const [packages, [remote]] = [all('package'), all('connect')]
  if (ways.length === 0 && packages.length === 0 && remote === undefined) return undefined
  const isServer = ways.includes('mcp_server') || remote !== undefined
  const [version] = all('latest_release')
  const card = {
    name: registryName(to, slug),
    title: name,
    description,
    websiteUrl: url,
    ...(remote === undefined ? {} : { remotes: [{ type: 'streamable-http', url: remote }] }),
    ...(packages.length === 0 ? {} : { packages: packages.map((purl) => ({ purl })) }),
  }
  return {
    identifier: ardIdentifier(to, 'listing', slug),
    displayName: name,
    ...(isServer
      ? { type: serverCardType, data: card }
      : { type: 'application/json', url: to.product(slug) }),
    description,
    tags: [...product.topics, ...product.tools.map((tool) => `built-with:${tool.slug}`)],
    capabilities: [...ways, ...packages],
    ...(examples.length < 2 ? {} : { representativeQueries: examples.slice(0, 5) }),
    ...(version === undefined ? {} : { version }),
    ...(product.approved_at === null ? {} : { updatedAt: product.approved_at }),
    metadata: known(product, to),
  }
}

/** Our facts, each under our own name; what is not known is left out. */
function known({ slug, tools, proof, ...product }: ProductDetail, to: Addresses) {
  const proved = proof?.tools.filter(({ state }) => state === 'proved') ?? []
  const facts = {
    listing: to.listing(slug),
    lifecycle: product.lifecycle.state,
    activity: product.activity?.state,
    last_commit: product.activity?.last_commit,
    licence: proof?.licence,
    repository: proof?.repository,
    tools: tools.length,
    proved_tools: proof ? proved.length : undefined,
    commit: proved[0]?.commit,
    proved_on: proof?.source_date,
    review: product.trust?.reading?.by,
    reviewed_on: product.trust?.reading?.at.slice(0, 10),
  }
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[`proofstack:${name}`, value]],
    ),
  )
}
