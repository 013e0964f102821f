import { randomUUID } from 'node:crypto'
import { ApiError, type ErrorDetail, errors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { forPeople } from '#present/form-words.ts'
import { bodyFromForm, claimProblems } from '#present/submission-form.ts'
import { waitWords } from '#present/wait-words.ts'
import { asApiError, awayRetrySeconds } from '#service/failure.ts'
import { attempt } from '#service/invoke.ts'
import { refuseWhileRestricted } from '#service/restriction.ts'
import type { Service } from '#service/service.ts'
import { clientAddress } from './client-address.ts'
import { type FormFailure, isRead, readForm } from './read-form.ts'

/** What the page of the form shows. */
export interface FormState {
  status: number
  headers: Record<string, string>
  /** What was typed, to be shown again beside its problems. */
  typed: URLSearchParams
  /** Sending one form twice, by a second click or a reload, is answered with the first answer. */
  submissionId: string
  accepted?: { slug: string; name: string; email: string; warnings: ErrorDetail[] }
  /** It was only to be looked at, and would be accepted. */
  previewed?: { slug: string; warnings: ErrorDetail[] }
  problem?: FormFailure['problem']
}

/** The form of the site: an empty one for GET, a submission for POST. Nothing of it is cached. */
export async function receiveForm(request: Request, service: Service): Promise<FormState> {
  const typed = new URLSearchParams()
  const empty: FormState = { status: 200, headers: {}, typed, submissionId: randomUUID() }
  const state = { ...empty, ...(await (isRead(request) ? look : receive)(request, service)) }
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

// Whoever may not send the form is told before it is filled in. Tools may be chosen already: /detect
// leads here with those that it found.
async function look(request: Request, service: Service): Promise<Partial<FormState>> {
  const chosen = new URL(request.url).searchParams.getAll('tool')
  const typed = new URLSearchParams(chosen.map((slug) => ['tool_slugs', slug]))
  try {
    await refuseWhileRestricted('submission', service)
    return { typed }
  } catch (error) {
    return { typed, ...failed(asApiError(service.log, 'GET /submit', error)) }
  }
}

async function receive(request: Request, service: Service): Promise<Partial<FormState>> {
  const form = await readForm(request, service)
  return 'refused' in form ? form.refused : submit(form.typed, request, service)
}

async function submit(
  typed: URLSearchParams,
  request: Request,
  service: Service,
): Promise<Partial<FormState>> {
  const submissionId = typed.get('submission_id') || randomUUID()
  // The button that was pressed is no field of the form.
  const isPreview = typed.has('preview')
  typed.delete('preview')
  const problems = claimProblems(typed)
  // A form with a problem of its own is looked at for all others, and creates nothing.
  const isLook = isPreview || problems.length > 0
  const key = `form:${submissionId}`.slice(0, limits.idempotency_key)
  const { value, error } = await attempt(
    'submit_product',
    {
      handler: 'POST /submit',
      address: clientAddress(request),
      // A person filled it in.
      isAgent: false,
      read: () => ({
        query: isLook ? { dry_run: 'true' } : {},
        headers: isLook ? {} : { 'idempotency-key': key },
        body: bodyFromForm(typed),
      }),
    },
    service,
  )
  if (error || problems.length > 0)
    return { typed, submissionId, ...failed(withProblems(problems, error)) }
  const { slug } = value
  const warnings = (value.warnings ?? []).map(forPeople)
  if (!('success' in value))
    return { typed, submissionId, status: 200, previewed: { slug, warnings } }
  const name = typed.get('name') ?? slug
  const accepted = { slug, name, email: value.owner_claim.email, warnings }
  return { typed, submissionId, status: 201, accepted }
}

/** What was wrong with a form: what the contract says, and behind it what the form alone asks for. */
export function withProblems(problems: readonly ErrorDetail[], error?: ApiError): ApiError {
  // A failure that names no field is told as it is: it is not mended in the form.
  if (error && (!error.details || problems.length === 0)) return error
  const details = [...(error?.details ?? []), ...problems]
  return new ApiError(error?.kind ?? 'invalid_request', 'The form has problems.', { details })
}

/** What a page whose database is away tells programs, such as monitors, of when to ask again. */
export function waitHeaders({ kind }: { kind: string }): Record<string, string> {
  return kind === 'away' ? { 'retry-after': String(awayRetrySeconds) } : {}
}

/** A failure as the page of a form tells it. */
export function failed(error: ApiError): FormFailure {
  const { details = [], retryAfterSeconds: wait } = error
  const [only] = details
  const told = only && details.length === 1 ? forPeople(only) : undefined
  return {
    status: errors[error.kind].status,
    headers: wait === undefined ? {} : { 'retry-after': String(wait) },
    problem: {
      sentence: told
        ? `${told.path} ${told.message}.`
        : error.message.replace(`in ${wait} seconds`, `in ${waitWords(wait ?? 0)}`),
      details,
    },
  }
}
