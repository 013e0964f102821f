import type { ProductDetail } from '#contract/resources/product.ts'
import type { StackHistory } from '#core/trends.ts'

/** The history of a product's stack; none if its repository was not read with its history. */
export function historyOf({ proof }: Pick<ProductDetail, 'proof'>): StackHistory[] {
  if (!proof?.first_commit || !proof.last_activity) return []
  const lasting = proof.tools.map(({ slug, since }) => ({ slug, since, until: null }))
  return [
    {
      began: Date.parse(proof.first_commit),
      ended: Date.parse(proof.last_activity),
      tools: [...lasting, ...proof.past_tools].flatMap(({ slug, since, until }) =>
        since === null
          ? []
          : [
              {
                slug,
                since: Date.parse(since),
                until: until === null ? undefined : Date.parse(until),
              },
            ],
      ),
    },
  ]
}
