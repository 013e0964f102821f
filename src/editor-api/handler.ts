import { z } from 'zod'
import { ApiError } from '#contract/errors.ts'
import { RunRequest } from '#desk/wire.ts'
import { errorAnswer, jsonAnswer, openToAll } from '#http/answer.ts'
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

  return async ({ request, params }) => {
    if (params['action'] !== 'run') return unknown({ request })
    const answer = await failing(service, request, async () => {
      if (request.method !== 'POST') {
        const error = new ApiError('method_not_allowed', 'Use POST.')
        return errorAnswer(request, error, { allow: 'POST' })
      }
      const [, token] = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '') ?? []
      const editor = await editorWithToken(accessOf(parts), request, token)
      const { data, error } = RunRequest.safeParse(await readJson(request))
      if (error) throw new ApiError('invalid_request', z.prettifyError(error))
      const ran = await runCommand(editor, data, sessionOf)
      return 'forbidden' in ran
        ? jsonAnswer(request, 403, { error: ran.forbidden }, 'never')
        : jsonAnswer(request, 200, ran, 'never')
    })
    const { headers } = answer
    for (const name of Object.keys(openToAll)) headers.delete(name)
    headers.set('x-robots-tag', 'noindex')
    if (answer.status === 401) headers.set('www-authenticate', 'Bearer realm="editor"')
    return answer
  }
}
