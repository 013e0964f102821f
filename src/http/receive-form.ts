import { randomUUID } from 'node:crypto'
import { type ApiError, type ErrorDetail, errors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { bodyFromForm } from '#core/submission-form.ts'
import { attempt } from '#service/invoke.ts'
import type { Service } from '#service/service.ts'
import { clientAddress } from './client-address.ts'
import { readText } from './read-input.ts'

/** What the fields are called on the form; in the API a problem is about a name. */
export const labels = {
  name: 'Product name',
  url: 'Homepage',
  description: 'Description',
  email: 'Your e-mail',
  custom_tools: 'Tools that are not in the list',
  founder_name: 'Founder or team',
  founder_twitter: 'Handle of the founder',
  qualification_statement: 'Why it qualifies',
  workflow_summary: 'What its agents do',
  agent_tools_used: 'What its agents use',
  supporting_links: 'Where we can check that',
  referral_code: 'Referral code',
  tool_slugs: 'Tools',
  qualification_type: 'Kind',
  agent_use_case: 'Use case',
  audience_tags: 'Audience',
} as const

/** What the page of the form shows. */
export interface FormState {
  status: number
  headers: Record<string, string>
  /** What was typed, to be shown again beside its problems. */
  typed: URLSearchParams
  /** Sending one form twice, by a second click or a reload, is answered with the first answer. */
  submissionId: string
  accepted?: { slug: string; review_status_url: string }
  problem?: { sentence: string; details: ErrorDetail[] }
}

/** The form of the site: an empty one for GET, a submission for POST. Nothing of it is cached. */
export async function receiveForm(request: Request, service: Service): Promise<FormState> {
  const typed = new URLSearchParams()
  const empty: FormState = { status: 200, headers: {}, typed, submissionId: randomUUID() }
  const state = isRead(request) ? empty : { ...empty, ...(await receive(request, service)) }
  const { accepted } = state
  return {
    ...state,
    headers: {
      ...state.headers,
      'cache-control': 'no-store',
      // The answer names the e-mail. `same-origin` where the form is still there: without a referrer
      // the browser would send no Origin either.
      ...(request.method === 'POST'
        ? { 'referrer-policy': accepted ? 'no-referrer' : 'same-origin' }
        : {}),
    },
  }
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

async function receive(request: Request, service: Service): Promise<Partial<FormState>> {
  if (request.method !== 'POST')
    return {
      ...refused(405, 'This page takes GET and POST.'),
      headers: { allow: 'GET, HEAD, POST' },
    }
  // There are no cookies to misuse, but another site's form would use up a visitor's submission for
  // the hour.
  const origin = request.headers.get('origin')
  if (origin !== null && URL.parse(origin)?.host !== request.headers.get('host'))
    return refused(403, 'This form can only be sent from this page.')
  try {
    return await submit(new URLSearchParams(await readText(request)), request, service)
  } catch (error) {
    service.log('a form could not be read', error)
    return refused(400, 'The form could not be read. It may be larger than 64 KiB.')
  }
}

async function submit(
  typed: URLSearchParams,
  request: Request,
  service: Service,
): Promise<Partial<FormState>> {
  const submissionId = typed.get('submission_id') || randomUUID()
  const key = `form:${submissionId}`.slice(0, limits.idempotency_key)
  const { value, error } = await attempt(
    'submit_product',
    {
      door: 'POST /submit',
      address: clientAddress(request),
      // A person filled it in.
      isAgent: false,
      read: () => ({
        query: {},
        headers: { 'idempotency-key': key },
        body: bodyFromForm(typed),
      }),
    },
    service,
  )
  if (error) return { typed, submissionId, ...failed(error) }
  // The form asks for no dry run.
  const accepted = 'success' in value ? value : undefined
  return { typed, submissionId, status: 201, accepted }
}

function failed(error: ApiError): Partial<FormState> {
  const { details = [], retryAfterSeconds: wait } = error
  const [only] = details
  const told = only && details.length === 1 ? forPeople(only) : undefined
  return {
    status: errors[error.kind].status,
    headers: wait === undefined ? {} : { 'retry-after': String(wait) },
    problem: { sentence: told ? `${told.path} ${told.message}.` : error.message, details },
  }
}

function refused(status: number, sentence: string): Partial<FormState> {
  return { status, problem: { sentence, details: [] } }
}

/** A problem as it is told to somebody with a form in front of them, who knows no GET /tools. */
export function forPeople({ path, message }: ErrorDetail): ErrorDetail {
  const [field = ''] = path.split('.')
  const label = Object.hasOwn(labels, field) ? labels[field as keyof typeof labels] : field
  const isMissing = field === 'tool_slugs' && message.startsWith('or tool_ids')
  return {
    path: label,
    message: isMissing ? 'are missing: choose at least one, or name one of your own' : message,
  }
}
