import type { ProductDetail } from '#contract/resources/product.ts'
import type { StackHistory } from '#core/trends.ts'

/** The history of a product's stack; none if its repository was not read with its history. */
export function historyOf({ proof }: Pick<ProductDetail, 'proof'>): StackHistory[] {
  if (!proof?.first_commit || !proof.last_activity) return []
  const lasting = proof.tools.flatMap(({ slug, since }) =>
    since === null ? [] : [{ slug, since: Date.parse(since), until: undefined }],
  )
  const past = proof.past_tools.map(({ slug, since, until }) => {
    return { slug, since: Date.parse(since), until: Date.parse(until) }
  })
  const [began, ended] = [Date.parse(proof.first_commit), Date.parse(proof.last_activity)]
  return [{ began, ended, tools: [...lasting, ...past] }]
}
