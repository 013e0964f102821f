import type { ErrorDetail } from '#contract/errors.ts'
import { jsonSchema } from '#contract/json-schema.ts'
import { SubmissionBody } from '#contract/operations/submit-product.ts'
import { ChangeBody, keptNames } from '#contract/operations/update-product.ts'
import { labelOf } from '#contract/product-fields.ts'
import { webAddress } from '#core/web-address.ts'
import { words } from '#present/words.ts'

/** A field of the form that submits or changes a product. */
export interface FormField {
  name: FieldName
  label: string
  control: Control
  /** The section of the form. */
  part: 'product' | 'stack' | 'audience' | 'founder' | 'claim' | 'referral' | 'more' | 'message'
  required: boolean
  hint?: string
  rows?: number
  maxlength?: number
  options?: readonly (readonly [value: string, label: string])[]
}

/** `lines` is a text area with one entry on each line; `links` is the same with URLs. */
type Control =
  'text' | 'url' | 'email' | 'area' | 'lines' | 'links' | 'tools' | 'choices' | 'choice'

// The form has no field for the ids of tools: only programs send them.
type FieldName = Exclude<keyof ChangeBody, 'tool_ids'>

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
  overview: { control: 'area', part: 'more', rows: 8, hint: 'Paragraphs of plain text' },
  launch_date: { control: 'text', part: 'more', hint: 'The day, such as 2026-05-18' },
  pricing_url: { control: 'url', part: 'more', label: 'Page with prices' },
  favicon_url: { control: 'url', part: 'more', hint: 'The address of a square picture' },
  screenshot_url: { control: 'url', part: 'more', hint: 'The address of a picture' },
  message: {
    control: 'area',
    part: 'message',
    label: 'A word to the editor',
    rows: 3,
    hint: 'Why, or where it can be seen. It is not published',
  },
} satisfies Record<FieldName, Stated>

/** The fields in the order of the form, with the length limits of the API. */
export const formFields: readonly FormField[] = Object.entries<Stated>(table).map(
  ([name, { hint, label = labelOf(name), ...stated }]) => {
    const { required = [] } = jsonSchema(SubmissionBody, 'input')
    const { maxLength, maxItems } = boundsOf(name)
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
      required: required.includes(name),
      ...(text ? { hint: text.slice(0, 1).toUpperCase() + text.slice(1) } : {}),
      ...(maxLength === undefined ? {} : { maxlength: maxLength }),
    }
  },
)

// A field that may be null has its bounds in the first of two schemas.
function boundsOf(name: string): { maxLength?: number; maxItems?: number } {
  const schema = jsonSchema(ChangeBody, 'input').properties?.[name] as { anyOf?: object[] }
  return schema.anyOf?.[0] ?? schema
}

/** The parts that only the owner of a listing fills in, when changing it. */
export const ownersParts: readonly FormField['part'][] = ['more', 'message']

/** The label of a field of a submission, or of another field of a product. */
export function fieldLabel(name: string): string {
  return formFields.find((field) => field.name === name)?.label ?? labelOf(name)
}

const controls = new Map<string, Control>(formFields.map(({ name, control }) => [name, control]))

/** The body of POST /submit from a form, without empty fields and its own `submission_id`. */
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
  // An empty field is left out, but a field that may be emptied is sent: left out it would stay.
  const canEmpty = (name: string) => keptNames.some((kept) => kept === name)
  return Object.fromEntries(entries.filter(([name, value]) => value.length > 0 || canEmpty(name)))
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

/** The lines of a text, without empty ones. */
export function linesOf(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => line.trim() || [])
}
