import { ApiError } from '#contract/errors.ts'
import { lookupByUrl } from '#contract/operations/lookup-by-url.ts'
import { domainName } from '#core/domain-name.ts'
import { productTool } from '#core/present.ts'
import { type Handler, endpoint, serve } from '#http/serve.ts'
import { catalog, edge, to } from '../src/composition.ts'

/**
 * GET /lookup: from the snapshot, without a database. Pending and rejected submissions are not in
 * it.
 */
const answer: Handler<typeof lookupByUrl> = ({ query }) => {
  const name = domainName(query.url, catalog.codeHosts)
  if (!name.ok) {
    const message = `url ${name.reason}. Send a website such as https://example.com or example.com.`
    throw new ApiError('invalid_request', message, {
      details: [{ path: 'url', message: name.reason }],
    })
  }
  const found = catalog.findByDomain(name)
  if (!found) {
    return {
      status: 200,
      body: {
        listed: false,
        domain: name.domain,
        match: null,
        product: null,
        stack: [],
        next_action_code: 'SUBMIT_PRODUCT',
        message:
          name.candidates.length > 0
            ? `${name.domain} has no approved listing. Anyone may submit it.`
            : `${name.domain} hosts many products. Look up or submit one of them, with its owner and repository.`,
        submit_url: to.submit,
        submit_docs_url: to.doc('submit'),
      },
    }
  }
  const { product, match } = found
  const tools = product.tool_ids.map((id) => productTool(catalog.toolsById.get(id)!, to))
  return {
    status: 200,
    body: {
      listed: true,
      domain: name.domain,
      match,
      product: { slug: product.slug, name: product.name, status: 'approved', tools },
      stack: tools.map((tool) => ({
        slug: tool.slug,
        name: tool.name,
        category: tool.category,
        href: to.tool(tool.slug),
      })),
      listing_url: to.listing(product.slug),
      next_action_code: null,
    },
  }
}

export const lookupEndpoint = endpoint(lookupByUrl, answer)
export const ALL = serve(lookupEndpoint, edge)
