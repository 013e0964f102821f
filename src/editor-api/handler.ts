import { z } from 'zod'
import { ApiError, errors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { type Editor, findEditor, isFeedOpen } from '#db/editors.ts'
import { hashOf } from '#db/secret.ts'
import { databaseDesk } from '#desk/terminal/port.ts'
import { DeskRequest, RunRequest } from '#desk/wire.ts'
import { clientAddress } from '#http/client-address.ts'
import { fallback } from '#http/fallback.ts'
import { failing } from '#http/guarded.ts'
import { mediaType, readText } from '#http/read-input.ts'
import { addressBlock } from '#limits/address-block.ts'
import type { EditorLimiter } from '#limits/editor-limits.ts'
import { rateLimited } from '#service/failure.ts'
import { workFeed } from './feed.ts'
import { type EditorParts, remoteSessions } from './remote-session.ts'
import { RoleTooLow, requireRole, runCommand } from './run-command.ts'

type Context = { request: Request; params: Record<string, string | undefined> }

/**
 * `/api/editor/…`: editors' commands and what the terminal desk reads, with
 * `Authorization: Bearer <personal token>`, and the feed of new work by a secret of its own. It is
 * no part of the public API: no other origin may read an answer, and nothing may be stored.
 */
export function editorApi(
  parts: EditorParts & { limiter: () => EditorLimiter },
): (context: Context) => Promise<Response> {
  const { service } = parts
  const sessionOf = remoteSessions(parts)
  const unknown = fallback(service)

  /** Looks up a secret; one that opens nothing is counted, and answered always in the same way. */
  async function opened<T>(
    request: Request,
    token: string | undefined,
    find: (hash: string) => Promise<T | undefined>,
  ): Promise<T> {
    const block = addressBlock(clientAddress(request))
    const wait = await parts.limiter().failureWait(block)
    if (wait > 0) throw rateLimited(wait, 'Too many tokens that open nothing')
    const found = token === undefined ? undefined : await find(hashOf(token))
    if (found) return found
    await parts.limiter().takeFailure(block)
    throw new ApiError('unauthorized', 'This needs the token of an editor.')
  }

  async function editorOf(request: Request): Promise<Editor> {
    const [, token] =
      /^Bearer ([\w-]{20,100})$/.exec(request.headers.get('authorization') ?? '') ?? []
    const editor = await opened(request, token, (hash) => findEditor(service.db, hash))
    const wait = await parts.limiter().takeCall(editor.name)
    if (wait > 0) throw rateLimited(wait, 'Too many calls')
    return editor
  }

  const actions: Record<
    string,
    { methods: string[]; answer: (request: Request) => Promise<Response> }
  > = {
    run: {
      methods: ['POST'],
      answer: async (request) => {
        const editor = await editorOf(request)
        const call = await readBody(request, RunRequest)
        return jsonAnswer(200, await runCommand(editor, call, sessionOf))
      },
    },
    desk: {
      methods: ['POST'],
      answer: async (request) => {
        const editor = await editorOf(request)
        return jsonAnswer(200, await readForDesk(editor, await readBody(request, DeskRequest)))
      },
    },
    'feed.atom': {
      methods: ['GET', 'HEAD'],
      answer: async (request) => {
        const token = new URL(request.url).searchParams.get('token') ?? undefined
        await opened(
          request,
          token,
          async (hash) => (await isFeedOpen(service.db, hash)) || undefined,
        )
        const feed = await workFeed(service.db, service.to)
        return answer(200, request.method === 'HEAD' ? null : feed, 'application/atom+xml')
      },
    },
  }

  async function readForDesk(editor: Editor, wanted: DeskRequest): Promise<object> {
    const session = sessionOf(editor, {
      values: {},
      width: 80,
      print: () => {},
      confirm: async () => false,
    })
    const desk = databaseDesk(session)
    switch (wanted.read) {
      case 'start': {
        const { reasons, guide, actor, to } = session
        return { reasons, guide, actor, topics: await session.topicSlugs(), site: to.site }
      }
      case 'queue':
        return desk.queue(wanted.narrowed)
      case 'listing':
        return { opened: await desk.listing(wanted.slug) }
      case 'mails':
        requireRole(editor, 'outbox')
        return { lines: await desk.mails() }
    }
  }

  return ({ request, params }) => {
    const action = Object.hasOwn(actions, params['action'] ?? '') && actions[params['action']!]
    if (!action) return unknown({ request })
    const { methods } = action
    return failing(
      service,
      request,
      async () => {
        if (!methods.includes(request.method))
          throw new ApiError('method_not_allowed', `Use ${methods[0]}.`)
        try {
          return await action.answer(request)
        } catch (error) {
          if (!(error instanceof RoleTooLow)) throw error
          return jsonAnswer(403, { error: error.message })
        }
      },
      (_, error) => errorAnswer(error, methods),
    )
  }
}

async function readBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  if (mediaType(request) !== 'application/json')
    throw new ApiError('unsupported_media_type', 'Send the body as application/json.')
  const text = await readText(request, limits.body_bytes)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid JSON.')
  }
  const { data, error } = schema.safeParse(body)
  if (error) throw new ApiError('invalid_request', z.prettifyError(error))
  return data
}

function errorAnswer(error: ApiError, methods: readonly string[]): Response {
  const { status, error_code } = errors[error.kind]
  const { retryAfterSeconds: wait, message } = error
  return jsonAnswer(
    status,
    { error: message, error_code },
    {
      ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
      ...(error.kind === 'unauthorized' ? { 'www-authenticate': 'Bearer realm="editor"' } : {}),
      ...(error.kind === 'method_not_allowed' ? { allow: methods.join(', ') } : {}),
    },
  )
}

function jsonAnswer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return answer(status, JSON.stringify(body), 'application/json', headers)
}

function answer(
  status: number,
  body: string | null,
  type: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      ...headers,
    },
  })
}
