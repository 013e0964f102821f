import { bodyFromForm, claimProblems } from '#present/submission-form.ts'
import { attempt } from '#service/invoke.ts'
import { type Managed, openManaged, verifyDomain, withdrawOwn } from '#service/manage.ts'
import type { Service } from '#service/service.ts'
import { clientAddress } from './client-address.ts'
import { type FormFailure, isRead, readForm } from './read-form.ts'
import { failed, waitHeaders, withProblems } from './receive-form.ts'

/** What the manage page shows. */
export interface ManagePage {
  status: number
  headers: Record<string, string>
  kind: 'open' | 'unknown' | 'away' | 'withdrawn'
  managed?: Managed
  /** The form: as it was typed, or as the listing stands. */
  typed: URLSearchParams
  /** What was done with what was sent. */
  done?: 'saved' | 'proposed' | 'unchanged' | 'domain'
  /** Where the owner's token was looked for and not found, in sentences. */
  looked?: readonly string[]
  problem?: FormFailure['problem']
  /** The name of a listing that is gone now. */
  name?: string
}

/** The manage page of a listing: looked at, saved, or used to withdraw it. Nothing is cached. */
export async function receiveManage(
  request: Request,
  token: string,
  service: Service,
): Promise<ManagePage> {
  const page = await answer(request, token, service)
  // The address of the page is a secret: it must not travel on as a referrer. `same-origin` where a
  // form is shown, since without a referrer the browser would send no Origin either.
  const referrer = page.kind === 'open' ? 'same-origin' : 'no-referrer'
  const headers = { 'cache-control': 'no-store', 'referrer-policy': referrer, ...page.headers }
  return { ...page, headers }
}

const empty = { headers: {}, typed: new URLSearchParams() }

async function answer(request: Request, token: string, service: Service): Promise<ManagePage> {
  const shown = await pageOf(token, service)
  if (isRead(request) || !shown.managed) return shown
  const form = await readForm(request, service)
  if ('refused' in form) return { ...shown, ...form.refused }
  const { typed } = form
  if (typed.get('action') === 'withdraw') return withdraw(shown, typed, token, service)
  if (typed.get('action') === 'domain') return checkDomain(shown, token, service)
  return save(shown.managed, typed, { request, token, service })
}

async function pageOf(token: string, service: Service): Promise<ManagePage> {
  const state = await openManaged(token, service)
  if (state.kind !== 'open') return closed(state.kind)
  const { managed } = state
  return { ...empty, status: 200, kind: 'open', managed, typed: typedFrom(managed) }
}

function closed(kind: 'unknown' | 'away'): ManagePage {
  return { ...empty, headers: waitHeaders({ kind }), status: kind === 'away' ? 503 : 404, kind }
}

function typedFrom({ fields }: Managed): URLSearchParams {
  const pairs = [...fields].flatMap(([name, value]) => {
    if (typeof value === 'string') return [[name, value]]
    // Boxes are ticked one by one; other lists are lines of a text.
    return name === 'tool_slugs' || name === 'audience_tags'
      ? value.map((one) => [name, one])
      : [[name, value.join('\n')]]
  })
  return new URLSearchParams(pairs)
}

async function checkDomain(
  shown: ManagePage,
  token: string,
  service: Service,
): Promise<ManagePage> {
  const checked = await verifyDomain(token, service)
  if (checked.kind === 'missing') return { ...shown, looked: checked.looked }
  return { ...(await pageOf(token, service)), done: 'domain' }
}

async function withdraw(
  shown: ManagePage,
  typed: URLSearchParams,
  token: string,
  service: Service,
): Promise<ManagePage> {
  if (typed.get('sure') !== 'yes') {
    const sentence = 'Tick the box beside it to say that you are sure.'
    return { ...shown, status: 400, problem: { sentence, details: [] } }
  }
  const gone = await withdrawOwn(token, service)
  if (gone.kind === 'withdrawn')
    return { ...empty, status: 200, kind: 'withdrawn', name: gone.name }
  return closed(gone.kind)
}

async function save(
  managed: Managed,
  typed: URLSearchParams,
  { request, token, service }: { request: Request; token: string; service: Service },
): Promise<ManagePage> {
  const { slug, email } = managed
  const problems = claimProblems(typed)
  if (problems.length > 0)
    return { kind: 'open', managed, typed, ...failed(withProblems(problems)) }
  const sent = new URLSearchParams(typed)
  sent.delete('action')
  const body = { ...pictures(managed), ...bodyFromForm(sent), email }
  const { reply, error } = await attempt(
    'update_product',
    {
      handler: 'POST /manage',
      address: clientAddress(request),
      isAgent: false,
      read: () => ({ params: { slug }, headers: { authorization: `Bearer ${token}` }, body }),
    },
    service,
  )
  if (error) return { kind: 'open', managed, typed, ...failed(error) }
  const page = await pageOf(token, service)
  if (reply.status === 202) return { ...page, done: 'proposed' }
  const isSame = page.managed?.revised_at?.getTime() === managed.revised_at?.getTime()
  return { ...page, done: isSame ? 'unchanged' : 'saved' }
}

// Their addresses are for programs and not on the form; what stands there stays.
function pictures({ fields }: Managed): Record<string, string | string[]> {
  const names = ['favicon_url', 'screenshot_url']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = fields.get(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
