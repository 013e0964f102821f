import { z } from 'zod'
import { ApiError, errors } from '#contract/errors.ts'
import { RunRequest } from '#desk/wire.ts'
import { fallback } from '#http/fallback.ts'
import { failing } from '#http/guarded.ts'
import { readJson } from '#http/read-input.ts'
import { type EditorParts, accessOf, remoteSessions } from './remote-session.ts'
import { runCommand } from './run-command.ts'
import { editorWithToken } from './sign-in.ts'

type Context = { request: Request; params: Record<string, string | undefined> }

/**
 * POST `/api/editor/run`: editors' commands, with `Authorization: Bearer <personal token>`. It is no
 * part of the public API: no other origin may read an answer, and nothing may be stored.
 */
export function editorApi(parts: EditorParts): (context: Context) => Promise<Response> {
  const { service } = parts
  const sessionOf = remoteSessions(parts)
  const unknown = fallback(service)

  return ({ request, params }) => {
    if (params['action'] !== 'run') return unknown({ request })
    return failing(
      service,
      request,
      async () => {
        if (request.method !== 'POST') throw new ApiError('method_not_allowed', 'Use POST.')
        const [, token] = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '') ?? []
        const editor = await editorWithToken(accessOf(parts), request, token)
        const answer = await runCommand(editor, await readRun(request), sessionOf)
        return 'forbidden' in answer
          ? jsonAnswer(403, { error: answer.forbidden })
          : jsonAnswer(200, answer)
      },
      (_, error) => errorAnswer(error),
    )
  }
}

async function readRun(request: Request): Promise<RunRequest> {
  const { data, error } = RunRequest.safeParse(await readJson(request))
  if (error) throw new ApiError('invalid_request', z.prettifyError(error))
  return data
}

function errorAnswer(error: ApiError): Response {
  const { status, error_code } = errors[error.kind]
  const { retryAfterSeconds: wait, message } = error
  return jsonAnswer(
    status,
    { error: message, error_code },
    {
      ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
      ...(error.kind === 'unauthorized' ? { 'www-authenticate': 'Bearer realm="editor"' } : {}),
      ...(error.kind === 'method_not_allowed' ? { allow: 'POST' } : {}),
    },
  )
}

function jsonAnswer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      ...headers,
    },
  })
}
