import type { z } from 'zod'
import { StackBasis } from '#contract/enums.ts'
import { submissionFields as owner } from '#contract/operations/submit-product.ts'
import { keptFields } from '#contract/operations/update-product.ts'
import type { OwnerFieldName } from '#contract/product-fields.ts'
import { cleanText } from '#contract/text.ts'
import { didYouMean } from '#core/nearest-names.ts'
import { ListingFile } from '#content-files/schemas.ts'

interface EditableField {
  /** From the contract; for fields that only editors write, from the schemas of content files. */
  schema: z.ZodType
  /** How the value is written after `field=` on the command line. */
  as: 'text' | 'list' | 'number' | 'flag'
  canBeEmpty: boolean
  /**
   * Readers rely on this field, so its correction is dated. Decisions, Corrections by editors:
   * "what readers rely on (name, URL, tools, claim)".
   */
  isReliedOn?: true
  /** The field is part of the claim, which editors review. */
  isClaim?: true
}

const claim = { canBeEmpty: true, isReliedOn: true, isClaim: true } as const
const editor = ListingFile.shape

/** The fields of a submitted listing that an editor may correct. */
export const editableFields = {
  name: { schema: owner.name, as: 'text', canBeEmpty: false, isReliedOn: true },
  url: { schema: owner.url, as: 'text', canBeEmpty: false, isReliedOn: true },
  description: { schema: owner.description, as: 'text', canBeEmpty: false },
  overview: { schema: editor.overview, as: 'text', canBeEmpty: true },
  editorial_summary: { schema: editor.editorial_summary, as: 'text', canBeEmpty: true },
  topics: { schema: editor.topics, as: 'list', canBeEmpty: false },
  examples: { schema: editor.examples, as: 'list', canBeEmpty: true },
  public_note: { schema: editor.public_note, as: 'text', canBeEmpty: true },
  founder_name: { schema: owner.founder_name, as: 'text', canBeEmpty: true },
  founder_twitter: { schema: owner.founder_twitter, as: 'text', canBeEmpty: true },
  favicon_url: { schema: owner.favicon_url, as: 'text', canBeEmpty: true },
  screenshot_url: { schema: owner.screenshot_url, as: 'text', canBeEmpty: true },
  launch_date: { schema: editor.launch_date, as: 'text', canBeEmpty: true },
  // Stored among the facts of the listing.
  pricing_url: { schema: keptFields.pricing_url, as: 'text', canBeEmpty: true },
  audience_tags: { schema: owner.audience_tags, as: 'list', canBeEmpty: true },
  tool_slugs: { schema: owner.tool_slugs, as: 'list', canBeEmpty: true, isReliedOn: true },
  stack_basis: { schema: StackBasis, as: 'text', canBeEmpty: false },
  custom_tools: { schema: owner.custom_tools, as: 'list', canBeEmpty: true },
  qualification_type: { schema: owner.qualification_type, as: 'text', ...claim },
  agent_use_case: { schema: owner.agent_use_case, as: 'text', ...claim },
  qualification_statement: { schema: owner.qualification_statement, as: 'text', ...claim },
  workflow_summary: { schema: owner.workflow_summary, as: 'text', ...claim },
  agent_tools_used: { schema: owner.agent_tools_used, as: 'list', ...claim },
  supporting_links: { schema: owner.supporting_links, as: 'list', ...claim },
  is_featured: { schema: editor.is_featured, as: 'flag', canBeEmpty: false },
  featured_rank: { schema: editor.featured_rank, as: 'number', canBeEmpty: false },
} as const satisfies Record<OwnerFieldName, EditableField> & Record<string, EditableField>

export type EditableName = keyof typeof editableFields
export type EditableValue = string | string[] | number | boolean | null
export type Corrections = Partial<Record<EditableName, EditableValue>>

const fields: Record<EditableName, EditableField> = editableFields

/** Whether a correction of this field is dated on the listing's public page. */
export function isReliedOn(name: EditableName): boolean {
  return fields[name].isReliedOn ?? false
}

/** Whether editors must review the claim again after a change of this field. */
export function isClaimField(name: EditableName): boolean {
  return fields[name].isClaim ?? false
}

/** The value of a field that is emptied. */
export function emptyValue(name: EditableName): EditableValue {
  return fields[name].as === 'list' ? [] : null
}

/** Parses `field=value` arguments. `misuse`: errors in the command; `problems`: invalid values. */
export function readCorrections(assignments: readonly string[]) {
  const corrections: Corrections = {}
  const misuse: string[] = []
  const problems: string[] = []
  for (const assignment of assignments) {
    const [, name = '', written = ''] = /^([^=]*)=(.*)$/s.exec(assignment) ?? []
    if (name === '') misuse.push(`${JSON.stringify(assignment)} is not field=value.`)
    else if (!isEditable(name))
      misuse.push(
        `There is no field ${JSON.stringify(name)}. Fields: ${Object.keys(fields).join(', ')}.`,
      )
    else if (name in corrections) misuse.push(`${name} is given twice.`)
    else {
      const read = readValue(name, cleanText(written))
      if ('problem' in read) problems.push(`${name} ${read.problem}.`)
      else corrections[name] = read.value
    }
  }
  return { corrections, misuse, problems }
}

/** Whether a field can be corrected by this name. */
function isEditable(name: string): name is EditableName {
  return Object.hasOwn(fields, name)
}

function readValue(
  name: EditableName,
  text: string,
): { value: EditableValue } | { problem: string } {
  const { schema, as, canBeEmpty } = fields[name]
  if (text === '') return canBeEmpty ? { value: emptyValue(name) } : { problem: 'cannot be empty' }
  const result = schema.safeParse(parsed(as, text), { reportInput: true })
  if (!result.success) return { problem: result.error.issues.map(problemOf).join('; ') }
  // `as`: the schemas return only such values. The handle `@` becomes undefined.
  return { value: (result.data ?? null) as EditableValue }
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_value') return issue.message
  const given = String(issue.input)
  const words = issue.values.map(String)
  return `cannot be ${given}${didYouMean(given, words)}; it is one of ${words.join(', ')}`
}

function parsed(as: EditableField['as'], text: string): unknown {
  if (as === 'text') return text
  if (as === 'list') return text.split(',').flatMap((entry) => entry.trim() || [])
  if (as === 'number') return /^\d+$/.test(text) ? Number(text) : text
  return text === 'true' || (text === 'false' ? false : text)
}
