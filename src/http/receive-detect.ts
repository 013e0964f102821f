import { ApiError, type ErrorDetail } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { cachePolicies, type Output } from '#contract/operation.ts'
import type { detectStack } from '#contract/operations/detect-stack.ts'
import { pastedSbom } from '#present/detected-words.ts'
import { attempt } from '#service/invoke.ts'
import type { Service } from '#service/service.ts'
import { isRead } from './answer.ts'
import { type FormPage, readForm, withFailure } from './read-form.ts'
import { failed } from './receive-form.ts'
import { pageCall } from './serve.ts'

/** The data that the page /detect shows. */
export interface DetectPage extends Omit<FormPage, 'typed'> {
  /** The pasted text, and the name of its kind of file, such as package.json. */
  pasted: { path: string; content: string }
  found?: Output<typeof detectStack>
}

/** Answers the form of /detect, for browsers without scripts. Nothing is stored. */
export async function receiveDetect(request: Request, service: Service): Promise<DetectPage> {
  const pasted = { path: '', content: '' }
  if (isRead(request))
    return { status: 200, headers: { 'cache-control': cachePolicies.dynamic }, pasted }
  const headers = { 'cache-control': cachePolicies.never }
  const page = { headers, pasted }
  const { typed, refused } = await readForm(request, service, limits.detect.body_bytes)
  if (refused) return withFailure(page, refused)
  pasted.path = typed.get('path') ?? ''
  pasted.content = typed.get('content') ?? ''
  const { value, error } = await attempt(
    'detect_stack',
    pageCall(request, () => ({ body: bodyOf(pasted) })),
    service,
  )
  if (!error) return { ...page, status: 200, found: value }
  const failure = failed(error)
  const sentence =
    error.details?.length === 1 ? ofText(error.details[0]!) : failure.problem.sentence
  return withFailure(page, { ...failure, problem: { sentence, details: [] } })
}

function bodyOf({ path, content }: DetectPage['pasted']): unknown {
  if (content.trim() === '')
    throw new ApiError('invalid_request', 'The text is empty; paste a manifest or an SBOM.')
  if (path !== pastedSbom) return { manifests: [{ path, content }] }
  try {
    return { sbom: JSON.parse(content) as unknown }
  } catch {
    throw new ApiError('invalid_request', 'The text is not JSON, as an SBOM has to be.')
  }
}

// The form has only one text field, so the path of the API's error is replaced by a name of that
// field.
function ofText({ path, message }: ErrorDetail): string {
  return `${path.endsWith('.path') ? 'The kind of the file' : 'The text'} ${message}.`
}
