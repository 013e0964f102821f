// What a request to the pages of the desk does, and what its page shows: who signed in, what a form
// asked for, and how it ended.
import type { Editor } from '#db/queries/editors.ts'
import type { Session } from '#desk/session.ts'
import { RunRequest } from '#desk/wire.ts'
import { isRead } from '#http/answer.ts'
import { isLocalSite } from '#http/own-origin.ts'
import { type FormPage, privateHeaders, readForm, refusal } from '#http/read-form.ts'
import { failed } from '#http/receive-form.ts'
import { asApiError } from '#service/failure.ts'
import { postedCommand } from './posted-command.ts'
import { type EditorParts, accessOf, remoteSessions } from './remote-session.ts'
import { runCommand } from './run-command.ts'
import { editorWithCookie, namedByLink, noCookie, signIn } from './sign-in.ts'

/** What every page of the desk shows. */
export interface EditorPage extends FormPage {
  /** Whoever signed in, with the dependencies of what the page reads; else it shows the sign-in. */
  signedIn?: { editor: Editor; session: Session }
  /** The address that `npm start` printed was opened, and would sign in this person. */
  once?: { link: string; name: string }
  /** Where the browser is sent instead. */
  location?: string
  /** A command asks before it does what the form wants, which is sent again with the answer. */
  question?: { text: string; sent: [string, string][] }
  /** What was done. */
  done?: string
}

/** Answers a request to the pages of the desk. `slug` is the listing of a case. */
export function editorPages(
  parts: EditorParts,
): (request: Request, slug: string | undefined) => Promise<EditorPage> {
  const sessionOf = remoteSessions(parts)
  const { service } = parts
  const isSecure = !isLocalSite(service)

  async function answer(request: Request, slug: string | undefined): Promise<Partial<EditorPage>> {
    const access = accessOf(parts)
    const { typed: sent, refused } = await readForm(request, service)
    if (refused) return refused
    // Browsers send the line ends of a form as CRLF.
    const typed = new URLSearchParams(
      [...sent].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]),
    )
    const { pathname } = new URL(request.url)
    const action = isRead(request) ? undefined : typed.get('action')
    if (action === 'sign-out')
      return { location: '/editor', headers: { 'set-cookie': noCookie(isSecure) } }
    if (action === 'sign-in') {
      const cookie = await signIn(access, request, { typed, isSecure })
      return { location: pathname, headers: { 'set-cookie': cookie } }
    }
    const editor = await editorWithCookie(access, request)
    if (!editor) {
      const link = typed.get('once') ?? ''
      const name = namedByLink(access, request, link)
      if (name !== undefined) return { once: { link, name } }
      if (isRead(request)) return {}
      return refusal(401, 'Your session is over. Sign in, and send it again.')
    }
    const nobody = { values: {}, print: () => {}, confirm: async () => false }
    const page = { signedIn: { editor, session: sessionOf(editor, nobody) }, typed }
    return isRead(request) ? page : { ...page, ...(await run(editor, typed, slug)) }
  }

  async function run(editor: Editor, typed: URLSearchParams, slug: string | undefined) {
    const posted = await postedCommand(service.db, typed, slug)
    if ('problem' in posted) return refusal(400, posted.problem)
    const question = typed.get('question')
    const { data: request, error } = RunRequest.safeParse({
      ...posted,
      ...(question === null ? {} : { answered: { question, yes: true } }),
    })
    if (error) return refusal(400, 'A text of the form is too long.')
    const answer = await runCommand(editor, request, sessionOf, service.settings)
    if ('forbidden' in answer) return refusal(403, answer.forbidden)
    // A form has fields and no options.
    if ('misuse' in answer) return refusal(400, answer.misuse.replace(/: --[a-z-]+ "…"$/, '.'))
    if ('confirm' in answer) {
      const sent = [...typed].filter(([name]) => name !== 'question')
      if (!typed.has('seen') && answer.seen !== undefined) sent.push(['seen', answer.seen])
      return { question: { text: answer.confirm, sent } }
    }
    const text = answer.printed.map((one) => one.text).join('\n')
    return answer.code === 0 ? { done: text } : refusal(409, text)
  }

  return async (request, slug) => {
    const headers = { ...privateHeaders(true), 'x-robots-tag': 'noindex' }
    const page = await answer(request, slug).catch((error: unknown) =>
      failed(asApiError(service.log, `${request.method} /editor`, error)),
    )
    const typed = new URLSearchParams()
    return { status: 200, typed, ...page, headers: { ...headers, ...page.headers } }
  }
}
