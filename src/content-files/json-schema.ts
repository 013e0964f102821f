import { z } from 'zod'
import { EnteredSlug, Slug } from '#contract/resources/fields.ts'
import { ListingFile, ToolFile, claimNeeds } from './schemas.ts'

/** Fields that a command writes when an editor approves a file; they are not required before. */
const stampedFields: readonly string[] = ['approved_at', 'claim_reviewed_at', 'claim_verified_by']

/**
 * JSON Schemas of the hand-written files of content/, for editor programs, from the schemas of the
 * build. References to other files are checked by `npm run editor -- check-file`.
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

// Programs that edit YAML support draft 7 best.
function schemaOf(schema: z.ZodType, title: string) {
  const { pattern } = z.toJSONSchema(Slug)
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === EnteredSlug) jsonSchema.pattern = pattern
      // zod's own format for `startsWith`, unknown to validators; the pattern beside it has the
      // same meaning.
      if (jsonSchema.format === 'starts_with') delete jsonSchema.format
    },
  })
  return { $schema, title, ...rest }
}

// A required field must have content: null and an empty list do not count.
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
