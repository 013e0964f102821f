import type { ProductDetail } from '#contract/resources/product.ts'

/** The histories of stacks, one product on each line. */
export const historyFile = {
  name: 'history.ndjson',
  description:
    'Since when, and until when, the repository of each product named its tools, one product on each line.',
  media_type: 'application/x-ndjson',
} as const

/** The line of a product; undefined if its repository was not read with its history. */
export function historyLine({ slug, proof }: ProductDetail): string | undefined {
  if (!proof?.first_commit) return undefined
  const { repository, first_commit, last_activity, past_tools } = proof
  const tools = proof.tools.flatMap((tool) =>
    tool.since === null ? [] : [{ slug: tool.slug, since: tool.since }],
  )
  return JSON.stringify({ slug, repository, first_commit, last_activity, tools, past_tools })
}
