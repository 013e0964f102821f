import { editorApi } from '#editor-api/handler.ts'
import { type EditorPage, editorPages } from '#editor-api/receive-editor.ts'
import type { EditorParts } from '#editor-api/remote-session.ts'
import { insertEditor } from '#db/queries/editors.ts'
import type { EditorRole } from '#db/migrations/schema.ts'
import { newSecret } from '#db/queries/secret.ts'
import { editorLimiter } from '#limits/editor-limits.ts'
import { once } from '#core/once.ts'
import { contentOnce } from './content.ts'
import { type TestService, freshClient } from './service-parts.ts'

export const testSecret = 'a secret of at least 32 characters'

async function editorParts(service: TestService): Promise<EditorParts> {
  const { reviewReasons: reasons, codeHosts, topics } = await contentOnce()
  return {
    service,
    secret: () => testSecret,
    limiter: once(() => editorLimiter(() => service.db, testSecret)),
    content: () => ({
      reasons,
      codeHosts,
      topicSlugs: topics.map(({ slug }) => slug),
    }),
  }
}

/** What a browser sends to the pages of the desk. */
export interface SentToDesk {
  cookie?: string
  form?: Readonly<Record<string, string | readonly string[]>>
  from?: string
  headers?: Record<string, string>
  query?: string
  method?: string
}

/** The pages of the desk of a test service: the state that a request to `/editor/<slug>` shows. */
export async function testEditorPages(service: TestService) {
  const pages = editorPages(await editorParts(service))
  const send = (slug: string | undefined, sent: SentToDesk = {}): Promise<EditorPage> => {
    const { cookie, form, from = freshClient(), headers, query = '', method } = sent
    const url = `${service.urls.site}/editor${slug === undefined ? '' : `/${slug}`}${query}`
    const request = new Request(url, {
      method: method ?? (form ? 'POST' : 'GET'),
      headers: {
        origin: service.urls.site,
        'x-real-ip': from,
        ...(cookie ? { cookie: `editor=${cookie}` } : {}),
        ...headers,
      },
      ...(form ? { body: fieldsOf(form) } : {}),
    })
    return pages(request, slug)
  }
  /** Signs in with a token, and returns the value of the cookie. */
  const signIn = async (token: string) => {
    const page = await send(undefined, { form: { action: 'sign-in', token } })
    return cookieIn(page)
  }
  return { send, signIn }
}

function fieldsOf(form: NonNullable<SentToDesk['form']>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(form).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  )
}

/** The value of the cookie that a page sets. */
export function cookieIn({ headers }: Pick<EditorPage, 'headers'>): string {
  return /^editor=([^;]*)/.exec(headers['set-cookie'] ?? '')?.[1] ?? ''
}

/** The editor API of a test service. `send` has the form of `fetch`. */
export async function testEditorApi(service: TestService) {
  const handler = editorApi(await editorParts(service))
  const send = (url: string, init: RequestInit = {}, from = freshClient()): Promise<Response> => {
    const request = new Request(url, init)
    request.headers.set('x-real-ip', from)
    const action = new URL(url).pathname.replace('/api/editor/', '')
    return handler({ request, params: { action } })
  }
  return { send: send as typeof fetch & typeof send, url: `${service.urls.site}/api/editor` }
}

/** Adds an editor, and returns the token. */
export async function insertTestEditor(
  { db }: Pick<TestService, 'db'>,
  name: string,
  role: EditorRole,
): Promise<string> {
  const { token, token_hash } = newSecret()
  await insertEditor(db, { name, role, token_hash })
  return token
}
