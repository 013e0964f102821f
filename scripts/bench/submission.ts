import { randomInt } from 'node:crypto'
import type { Call } from './http-client.ts'
import { generateListing } from './generate.ts'

// Each run makes other submissions, so that a database that is kept takes them again.
let next = randomInt(1, 2 ** 30)

/** So many submissions, each of a product, an address and an e-mail of its own. */
export function submissions(count: number, tools: readonly string[]) {
  return Array.from({ length: count }, () => submission(next++, tools))
}

function submission(index: number, tools: readonly string[]) {
  const listing = generateListing(index, tools, 2)
  const { name, url, description, audience_tags, domain } = listing
  const body = {
    name: `${name} ${index}`,
    url,
    description,
    audience_tags,
    tool_slugs: listing.tools,
    email: `owner@${domain}`,
  }
  const block = (place: number) => ((index >> (place * 16)) & 0xffff).toString(16)
  const call: Call = {
    method: 'POST',
    path: '/api/v1/submit',
    headers: {
      'content-type': 'application/json',
      // RFC 3849: addresses for documents, which belong to nobody. Limits count /64 networks.
      'x-forwarded-for': `2001:db8:${block(1)}:${block(0)}::1`,
    },
    body: JSON.stringify(body),
  }
  return { name: body.name, call }
}
