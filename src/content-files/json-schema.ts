import { z } from 'zod'
import { EnteredSlug, Slug } from '#contract/resources/fields.ts'
import { ListingFile, ToolFile, claimNeeds } from './schemas.ts'

/** Fields that a command writes when an editor approves a file, which is valid without them. */
const stampedFields: readonly string[] = ['approved_at', 'claim_reviewed_at', 'claim_verified_by']

/**
 * JSON Schemas of the hand-written files of content/, for code editors. They are made from the zod
 * schemas of the build. `npm run editor -- check-file` checks references to other files.
 */
export const jsonSchemas = {
  listing: () => {
    const schema = schemaOf(ListingFile, 'A listing of the directory')
    return {
      ...schema,
      required: schema.required?.filter((field) => !stampedFields.includes(field)),
      allOf: [
        whenThere('qualification_type', { type: 'string' }, claimNeeds.any),
        whenThere('claim_review_status', { const: 'verified' }, claimNeeds.verified),
      ],
    }
  },
  tool: () => schemaOf(ToolFile, 'A tool that products are built with'),
} as const satisfies Record<string, () => object>

// Draft 7 is the version that editors for YAML support best.
function schemaOf(schema: z.ZodType, title: string) {
  const { pattern } = z.toJSONSchema(Slug)
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === EnteredSlug) jsonSchema.pattern = pattern
      // `starts_with` is zod's own format; validators do not know it. The `pattern` says the same.
      if (jsonSchema.format === 'starts_with') delete jsonSchema.format
    },
  })
  return { $schema, title, ...rest }
}

// JSON Schema that requires the fields `needed` if `field` has a value other than `value`. A
// required field must not be null or an empty list.
function whenThere(field: string, value: object, needed: readonly string[]) {
  const written = needed.filter((name) => !stampedFields.includes(name))
  const something = { type: ['string', 'array'], minLength: 1, minItems: 1 }
  return {
    if: { not: { required: [field], properties: { [field]: value } } },
    else: {
      required: written,
      properties: Object.fromEntries(written.map((name) => [name, something])),
    },
  }
}
