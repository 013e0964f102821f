// Who works at the desk: an editor by a personal token, by the cookie that a page makes of it, or by
// the address that `npm start` prints for the person at its machine.
import { ApiError } from '#contract/errors.ts'
import type { Db } from '#db/connection/connect.ts'
import { type Editor, findEditor } from '#db/queries/editors.ts'
import { hashOf } from '#db/queries/secret.ts'
import { isSame } from '#http/behind-token.ts'
import { clientAddress } from '#http/client-address.ts'
import { addressBlock } from '#limits/address-block.ts'
import type { EditorLimiter } from '#limits/editor-limits.ts'
import { keyedHash } from '#limits/keyed-hash.ts'
import { refuseUntil } from '#service/failure.ts'

/** What is needed to know an editor. */
export interface Access {
  db: Db
  limiter: EditorLimiter
  secret: string
  now: Date
}

/** How long a cookie opens the pages of the desk. */
const cookieHours = 8
/** How long the printed address signs in. The bucket `editor_link` knows it, too. */
const linkMinutes = 10

/** A name that only this service can have written, until a time in milliseconds. */
interface Seal {
  name: string
  until: number
  /** The begin of the token's hash, so that a cookie ends with its token; `local` without a token. */
  bound: string
}

/** Who signed in by the printed address has no token. */
const local = 'local'
const boundTo = (token_hash: string) => token_hash.slice(0, 16)

/** The editor with this token. Each wrong one is counted, and all are answered in the same way. */
export async function editorWithToken({ db, limiter }: Access, request: Request, token?: string) {
  const block = addressBlock(clientAddress(request))
  const failureWait = await limiter.failureWait(block)
  refuseUntil(failureWait, 'Too many tokens that open nothing')
  const isToken = token !== undefined && /^[\w-]{20,100}$/.test(token)
  const editor = isToken ? await findEditor(db, { token_hash: hashOf(token) }) : undefined
  if (!editor) {
    await limiter.takeFailure(block)
    throw new ApiError('unauthorized', 'This needs the token of an editor.')
  }
  const { name, role } = editor
  return counted(limiter, { name, role })
}

/** The editor whose cookie a request has; undefined if it has none that is good. */
export async function editorWithCookie(access: Access, request: Request) {
  const { db, limiter, secret, now } = access
  const [, cookie = ''] = /(?:^|;\s*)editor=([^;]*)/.exec(request.headers.get('cookie') ?? '') ?? []
  const seal = opened(secret, 'cookie', cookie, now)
  if (!seal) return undefined
  const { name, bound } = seal
  if (bound === local)
    return isLoopback(request) ? counted(limiter, { name, role: 'admin' }) : undefined
  const found = await findEditor(db, { name })
  if (!found || boundTo(found.token_hash) !== bound) return undefined
  return counted(limiter, { name, role: found.role })
}

/**
 * Signs in the editor with the token of a form, or the person whom a printed address names; the
 * address can be used once. Returns the cookie.
 */
export async function signIn(
  access: Access,
  request: Request,
  { typed, isSecure }: { typed: URLSearchParams; isSecure: boolean },
): Promise<string> {
  const { limiter, secret, now } = access
  const link = typed.get('once')
  const token = typed.get('token')?.trim()
  const name = link
    ? namedByLink(access, request, link)
    : (await editorWithToken(access, request, token)).name
  if (name === undefined || (link && (await limiter.takeLink(link)) > 0))
    throw new ApiError('unauthorized', 'This address has signed somebody in, or is too old.')
  const until = now.getTime() + cookieHours * 3_600_000
  const bound = link ? local : boundTo(hashOf(token!))
  return cookie(sealed(secret, 'cookie', { name, until, bound }), cookieHours * 3_600, isSecure)
}

/** The cookie that ends a session in the browser. */
export const noCookie = (isSecure: boolean) => cookie('', 0, isSecure)

// The public pages never get it: its path is that of the desk.
function cookie(value: string, seconds: number, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : ''
  return `editor=${value}; Path=/editor; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

/** What `?once=` of the printed address holds: it signs a person in once, within ten minutes. */
export function signInLink(secret: string, name: string, now: Date): string {
  return sealed(secret, 'link', { name, until: now.getTime() + linkMinutes * 60_000, bound: local })
}

/** Whom a printed address would sign in here; undefined if it is over, or not from this machine. */
export function namedByLink({ secret, now }: Access, request: Request, link: string) {
  return isLoopback(request) ? opened(secret, 'link', link, now)?.name : undefined
}

async function counted(limiter: EditorLimiter, editor: Editor): Promise<Editor> {
  const wait = await limiter.takeCall(editor.name)
  refuseUntil(wait, 'Too many calls')
  return editor
}

function isLoopback(request: Request): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(clientAddress(request))
}

const macOf = (secret: string, purpose: string, text: string) =>
  keyedHash(secret, `editor-${purpose}:${text}`)

function sealed(secret: string, purpose: string, seal: Seal): string {
  const text = Buffer.from(JSON.stringify(seal)).toString('base64url')
  return `${text}.${macOf(secret, purpose, text)}`
}

function opened(secret: string, purpose: string, given: string, now: Date): Seal | undefined {
  const [text = '', mac = ''] = given.split('.')
  if (given !== `${text}.${mac}` || !isSame(mac, macOf(secret, purpose, text))) return undefined
  // The mac shows that `sealed` has written it.
  const seal = JSON.parse(Buffer.from(text, 'base64url').toString()) as Seal
  return seal.until < now.getTime() ? undefined : seal
}
