import { editorApi } from '#editor-api/handler.ts'
import { insertEditor } from '#db/queries/editors.ts'
import type { EditorRole } from '#db/migrations/editor-tables.ts'
import { newSecret } from '#db/queries/secret.ts'
import { editorLimiter } from '#limits/editor-limits.ts'
import { once } from '#core/once.ts'
import { contentOnce } from './content.ts'
import { type TestService, freshClient } from './service-parts.ts'

const testSecret = 'a secret of at least 32 characters'

/** The editor API of a test service. `send` has the form of `fetch`. */
export async function testEditorApi(service: TestService) {
  const { reviewReasons: reasons, codeHosts, topics } = await contentOnce()
  const handler = editorApi({
    service,
    secret: () => testSecret,
    limiter: once(() => editorLimiter(() => service.db, testSecret)),
    content: () => ({
      reasons,
      codeHosts,
      topicSlugs: topics.map(({ slug }) => slug),
    }),
  })
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
