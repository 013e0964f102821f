import { z } from 'zod'
import { EnteredSlug, Slug } from '#contract/resources/fields.ts'
import { ListingFile, ToolFile, claimNeeds } from './schemas.ts'

/** What a command writes once an editor approves a file: nobody is to miss it before. */
const stampedFields: readonly string[] = ['approved_at', 'claim_reviewed_at', 'claim_verified_by']

/**
 * The files of content/ that people write, as JSON Schema for their editor programs: the same names,
 * words and bounds as the build has, from the same statement. What only other files tell, such as a
 * tool that is not there, `npm run editor -- check-file` says.
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

// Draft 7 is what programs that edit YAML read best.
function schemaOf(schema: z.ZodType, title: string) {
  const { pattern } = z.toJSONSchema(Slug)
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === EnteredSlug) jsonSchema.pattern = pattern
      // zod's own name for `startsWith`, which no validator knows; the pattern beside it says it.
      if (jsonSchema.format === 'starts_with') delete jsonSchema.format
    },
  })
  return { $schema, title, ...rest }
}

// What must be there must say something, and null and an empty list say nothing.
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
