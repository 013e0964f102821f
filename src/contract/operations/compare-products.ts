import { z } from 'zod'
import { ListDetail } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { catalogueRead, commonErrors, operation } from '#contract/operation.ts'
import { Comparison, ComparisonBrief } from '#contract/resources/comparison.ts'
import { Slug } from '#contract/resources/fields.ts'
import { ProductBrief, ProductDetail } from '#contract/resources/product.ts'
import { cut } from '#contract/text.ts'

const answerOf = <P extends z.ZodType, C extends z.ZodType>(product: P, comparison: C) =>
  z.object({
    slugs: z.tuple([Slug, Slug]).describe('The two slugs, in the order of the query.'),
    products: z.tuple([product, product]).describe('The two products, in the same order.'),
    comparison: comparison.describe('What they share and where they differ.'),
  })

const whole = answerOf(ProductDetail, Comparison)
const brief = answerOf(ProductBrief, ComparisonBrief)

export const compareProducts = operation({
  ...catalogueRead,
  id: 'compare_products',
  path: '/compare',
  summary: 'Compare two products',
  description:
    'Two approved products side by side: tools, audience, use case, claims and trust, with a summary in sentences.',
  query: z.object({
    slugs: z
      .string()
      .superRefine((text, context) => {
        const message = slugsProblem(slugsOf(text))
        if (message) context.addIssue({ code: 'custom', message })
      })
      .describe('Exactly two distinct product slugs, separated by a comma. Their order is kept.')
      .meta({ examples: ['n8n,dify'] }),
    detail: ListDetail.default('full').describe('`brief` shortens the products and their tools.'),
  }),
  responses: {
    200: {
      description: 'The comparison.',
      schema: z.union([whole, brief]),
      brief,
      full: whole,
    },
  },
  errors: ['invalid_request', 'not_found', ...commonErrors],
  guidance: 'Prefer detail=brief; without detail, a long answer is shortened to it.',
  example: { query: { slugs: 'n8n,dify' } },
})

/** The slugs of a comma-separated list, in its order. */
export function slugsOf(text: string): string[] {
  return text.split(',').map((slug) => slug.trim())
}

// Spec, GET /compare: "400 when the list is missing, malformed, not exactly two, or has
// duplicates."
function slugsProblem(slugs: readonly string[]): string | undefined {
  if (slugs.length !== 2) {
    const named = slugs.join('') === '' && slugs.length === 1 ? 'none' : slugs.length
    return `must name exactly two products, separated by a comma, but names ${named}`
  }
  const wrong = slugs.find((slug) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))
  if (wrong !== undefined) {
    const meant = (
      cut(wrong, limits.slug)
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? []
    ).join('-')
    const hint = meant === '' ? '' : ` (did you mean ${meant}?)`
    return `holds ${JSON.stringify(cut(wrong, limits.slug))}, which is not a slug${hint}; slugs are lower case letters, digits and hyphens`
  }
  return slugs[0] === slugs[1] ? 'names the same product twice' : undefined
}
