import { randomUUID } from 'node:crypto'
import { ApiError, type ErrorDetail, errors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { forPeople } from '#present/review/form-words.ts'
import { bodyFromForm, claimProblems } from '#present/review/submission-form.ts'
import { waitWords } from '#present/wait-words.ts'
import { asApiError, awayRetrySeconds } from '#service/failure.ts'
import { isRead } from './answer.ts'
import { attempt } from '#service/invoke.ts'
import { refuseWhileRestricted } from '#service/restriction.ts'
import type { Service } from '#service/service.ts'
import { type FormFailure, type FormPage, privateHeaders, readForm } from './read-form.ts'
import { pageCall } from './serve.ts'

/** The data that the page /submit shows. */
export interface FormState extends FormPage {
  /**
   * The idempotency key of the form, so that a second click or a reload gets the first answer
   * again.
   */
  submissionId: string
  accepted?: { slug: string; name: string; email: string; warnings: ErrorDetail[] }
  /** The preview of a submission that would be accepted. */
  previewed?: { slug: string; warnings: ErrorDetail[] }
}

/** Answers the page /submit: GET shows the form, POST submits it or checks it for a preview. */
export async function receiveForm(request: Request, service: Service): Promise<FormState> {
  const typed = new URLSearchParams()
  const empty: FormState = { status: 200, headers: {}, typed, submissionId: randomUUID() }
  const state = { ...empty, ...(await (isRead(request) ? show : submit)(request, service)) }
  const own =
    request.method === 'POST' ? privateHeaders(!state.accepted) : { 'cache-control': 'no-store' }
  return { ...state, headers: { ...state.headers, ...own } }
}

// Shows the form, with the tools that a link from /detect contains. If submissions are restricted,
// the page says so before a visitor fills in the form.
async function show(request: Request, service: Service): Promise<Partial<FormState>> {
  const chosen = new URL(request.url).searchParams.getAll('tool')
  const typed = new URLSearchParams(chosen.map((slug) => ['tool_slugs', slug]))
  try {
    await refuseWhileRestricted('submission', service)
    return { typed }
  } catch (error) {
    return { typed, ...failed(asApiError(service.log, 'GET /submit', error)) }
  }
}

async function submit(request: Request, service: Service): Promise<Partial<FormState>> {
  const { typed, refused } = await readForm(request, service)
  if (refused) return refused
  const submissionId = typed.get('submission_id') || randomUUID()
  // The name of the pressed button is sent like a field, but is no field of a submission.
  const isPreview = typed.has('preview')
  typed.delete('preview')
  const problems = claimProblems(typed)
  // If the form itself has problems, a dry run finds the problems of all other fields.
  const isDryRun = isPreview || problems.length > 0
  const key = `form:${submissionId}`.slice(0, limits.idempotency_key)
  const { value, error } = await attempt(
    'submit_product',
    pageCall(request, () => ({
      query: isDryRun ? { dry_run: 'true' } : {},
      headers: isDryRun ? {} : { 'idempotency-key': key },
      body: bodyFromForm(typed),
    })),
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

/** Adds the problems that only the form finds to the error of the operation, if there is one. */
export function withProblems(problems: readonly ErrorDetail[], error?: ApiError): ApiError {
  // An error without details, such as a rate limit, cannot be corrected in the form: it is shown
  // alone.
  if (error && (!error.details || problems.length === 0)) return error
  const details = [...(error?.details ?? []), ...problems]
  return new ApiError(error?.kind ?? 'invalid_request', 'The form has problems.', { details })
}

/** The status and headers of a page that only its owner may see, by the kind of its state. */
export function privatePage(kind: string, hasForm = false) {
  const headers = privateHeaders(hasForm)
  if (kind !== 'away') return { status: kind === 'unknown' ? 404 : 200, headers }
  return { status: 503, headers: { ...headers, 'retry-after': String(awayRetrySeconds) } }
}

/** An error in words for people, for the page of a form. */
export function failed(error: ApiError): FormFailure {
  const { details = [], retryAfterSeconds: wait } = error
  const [only] = details
  const problem = only && details.length === 1 ? forPeople(only) : undefined
  return {
    status: errors[error.kind].status,
    headers: wait === undefined ? {} : { 'retry-after': String(wait) },
    problem: {
      sentence: problem
        ? `${problem.path} ${problem.message}.`
        : error.message.replace(`in ${wait} seconds`, `in ${waitWords(wait ?? 0)}`),
      details,
      kind: error.kind,
    },
  }
}
