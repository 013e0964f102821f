import type { ErrorDetail } from '#contract/errors.ts'
import { inputJsonSchema } from '#contract/json-schema.ts'
import { SubmissionBody } from '#contract/operations/submit-product.ts'
import { labelOf } from '#contract/product-fields.ts'
import { webAddress } from '#core/web-address.ts'
import { words } from './words.ts'

/** A field of the form that submits or changes a product. */
export interface FormField {
  name: FieldName
  label: string
  control: Control
  /** The section of the form. */
  part: 'product' | 'stack' | 'audience' | 'founder' | 'claim' | 'referral'
  isRequired: boolean
  hint?: string
  rows?: number
  maxLength?: number
  options?: readonly (readonly [value: string, label: string])[]
}

/** `lines` is a text area with one entry on each line; `links` is the same with URLs. */
type Control =
  'text' | 'url' | 'email' | 'area' | 'lines' | 'links' | 'tools' | 'choices' | 'choice'

// The form has no fields for the ids of tools and the URLs of pictures: only programs send them.
type FieldName = Exclude<keyof SubmissionBody, 'tool_ids' | 'favicon_url' | 'screenshot_url'>

type Stated = Pick<FormField, 'control' | 'part' | 'hint' | 'rows' | 'options'> & { label?: string }

const table = {
  name: { control: 'text', part: 'product' },
  url: {
    control: 'url',
    part: 'product',
    hint: 'The address of the product, such as letterbox.example',
  },
  description: { control: 'area', part: 'product', rows: 3 },
  email: {
    control: 'email',
    part: 'product',
    label: 'Your e-mail',
    hint: 'For the review. It is never published.',
  },
  tool_slugs: { control: 'tools', part: 'stack', label: 'Tools' },
  custom_tools: {
    control: 'lines',
    part: 'stack',
    label: 'Tools that are not in the list',
    rows: 2,
  },
  // Outside the claim section: every submission should link its source code.
  supporting_links: {
    control: 'links',
    part: 'stack',
    label: 'Source code or evidence',
    rows: 2,
    hint: 'The repository above all, then documentation or a recording: web addresses',
  },
  audience_tags: {
    control: 'choices',
    part: 'audience',
    options: Object.entries(words.audience),
  },
  topics: {
    control: 'lines',
    part: 'audience',
    label: 'Topics',
    rows: 2,
    hint: 'What it is for, by the names of /topics, such as Coding agents',
  },
  founder_name: { control: 'text', part: 'founder' },
  founder_twitter: { control: 'text', part: 'founder', hint: 'With or without @' },
  qualification_type: {
    control: 'choice',
    part: 'claim',
    options: Object.entries(words.qualification_type),
  },
  agent_use_case: {
    control: 'choice',
    part: 'claim',
    options: Object.entries(words.agent_use_case),
  },
  qualification_statement: { control: 'area', part: 'claim', rows: 2 },
  workflow_summary: { control: 'area', part: 'claim', rows: 4, hint: 'Step by step' },
  agent_tools_used: { control: 'lines', part: 'claim', rows: 3 },
  referral_code: { control: 'text', part: 'referral', label: 'Referral code' },
} satisfies Record<FieldName, Stated>

/** The fields in the order of the form, with the length limits of the API. */
export const formFields: readonly FormField[] = Object.entries<Stated>(table).map(
  ([name, { hint, label = labelOf(name), ...stated }]) => {
    const { properties = {}, required = [] } = inputJsonSchema(SubmissionBody)
    const { maxLength, maxItems } = properties[name] as { maxLength?: number; maxItems?: number }
    const entries = maxItems && `one a line, at most ${maxItems}`
    const bounds: { [control in Control]?: string | number | undefined } = {
      area: maxLength && `at most ${maxLength} characters`,
      lines: entries,
      links: entries,
    }
    const text = [hint, bounds[stated.control]].filter(Boolean).join(', ')
    return {
      // Safe cast: the keys of `table`, which Object.entries types as string.
      name: name as FieldName,
      label,
      ...stated,
      isRequired: required.includes(name),
      ...(text ? { hint: text.slice(0, 1).toUpperCase() + text.slice(1) } : {}),
      ...(maxLength === undefined ? {} : { maxLength }),
    }
  },
)

/** The label of a field of a submission. */
export function fieldLabel(name: string): string {
  return formFields.find((field) => field.name === name)?.label ?? name.replaceAll('_', ' ')
}

const controls = new Map<string, Control>(formFields.map(({ name, control }) => [name, control]))

/**
 * The body of POST /submit from a submitted form, without empty fields and without the form's own
 * `submission_id`.
 */
export function bodyFromForm(form: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(form.keys())].filter((name) => name !== 'submission_id')
  const entries = names.map((name): [string, string | string[]] => {
    const control = controls.get(name)
    if (control === 'tools' || control === 'choices') return [name, form.getAll(name)]
    const text = form.get(name) ?? ''
    if (control === 'links') return [name, linesOf(text).map(webAddress)]
    if (control === 'url') return [name, webAddress(text)]
    return [name, control === 'lines' ? linesOf(text) : text]
  })
  return Object.fromEntries(entries.filter(([, value]) => value.length > 0))
}

/**
 * The problem of filled-in claim fields without the kind of claim. The API accepts such fields and
 * keeps them for the editors, but people who fill them in want to make a claim.
 */
export function claimProblems(form: URLSearchParams): ErrorDetail[] {
  const isFilled = ({ name }: FormField) => (form.get(name) ?? '').trim() !== ''
  const [kind, ...others] = formFields.filter(({ part }) => part === 'claim')
  if (isFilled(kind!) || !others.some(isFilled)) return []
  return [{ path: kind!.name, message: 'is missing: choose one, or empty what stands below it' }]
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => line.trim() || [])
}
