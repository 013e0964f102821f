import { bodyFromForm, claimProblems } from '#present/review/submission-form.ts'
import { type ShownClaim, findClaimOfLink } from '#service/claim-state.ts'
import { attempt } from '#service/invoke.ts'
import { type Managed, openManaged, takeBackOwn, withdrawOwn } from '#service/manage.ts'
import type { Service } from '#service/service.ts'
import { isRead } from './answer.ts'
import { type FormPage, privateHeaders, readForm, refusal } from './read-form.ts'
import { failed, privatePage, withProblems } from './receive-form.ts'
import { pageCall } from './serve.ts'

/** The data that the page /manage/<token> shows. */
export interface ManagePage extends FormPage {
  kind: 'open' | 'unknown' | 'away' | 'withdrawn'
  managed?: Managed
  done?: 'saved' | 'proposed' | 'unchanged' | 'taken-back' | 'not-taken-back'
  /** The claim whose mail has this link, while the link opens nothing: the claim is not proved. */
  claim?: ShownClaim
  /** The name of the withdrawn listing. */
  name?: string
}

/** Answers the manage page of a listing: GET shows it, POST saves, takes back, or withdraws. */
export async function receiveManage(
  request: Request,
  token: string,
  service: Service,
): Promise<ManagePage> {
  const page = await answer(request, token, service)
  return { ...page, headers: { ...privateHeaders(page.kind === 'open'), ...page.headers } }
}

const empty = { headers: {}, typed: new URLSearchParams() }

async function answer(request: Request, token: string, service: Service): Promise<ManagePage> {
  const shown = await pageOf(token, service)
  if (isRead(request) || !shown.managed) return shown
  const { typed, refused } = await readForm(request, service)
  if (refused) return { ...shown, ...refused }
  if (typed.get('action') === 'withdraw') return withdraw(shown, typed, token, service)
  if (typed.get('action') === 'take-back') {
    const isDone = await takeBackOwn(token, service)
    return { ...(await pageOf(token, service)), done: isDone ? 'taken-back' : 'not-taken-back' }
  }
  return save(shown.managed, typed, { request, token, service })
}

async function pageOf(token: string, service: Service): Promise<ManagePage> {
  const state = await openManaged(token, service)
  if (state.kind === 'unknown') {
    const claim = await findClaimOfLink(token, service)
    return { ...closed('unknown'), ...(claim ? { claim } : {}) }
  }
  if (state.kind !== 'open') return closed(state.kind)
  const { managed } = state
  return { ...empty, status: 200, kind: 'open', managed, typed: typedFrom(managed) }
}

function closed(kind: 'unknown' | 'away'): ManagePage {
  return { ...empty, ...privatePage(kind), kind }
}

function typedFrom({ fields }: Managed): URLSearchParams {
  const pairs = Object.entries(fields).flatMap(([name, value]) => {
    if (typeof value === 'string') return [[name, value]]
    // The form has no other values than texts and lists of them.
    if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return []
    // These two lists are checkboxes, one value each. Every other list is a text with a line for
    // each value.
    return name === 'tool_slugs' || name === 'audience_tags'
      ? value.map((one) => [name, one])
      : [[name, value.join('\n')]]
  })
  return new URLSearchParams(pairs)
}

async function withdraw(
  shown: ManagePage,
  typed: URLSearchParams,
  token: string,
  service: Service,
): Promise<ManagePage> {
  if (typed.get('sure') !== 'yes')
    return { ...shown, ...refusal(400, 'Tick the box beside it to say that you are sure.') }
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
  const { slug } = managed
  const problems = claimProblems(typed)
  if (problems.length > 0)
    return { kind: 'open', managed, typed, ...failed(withProblems(problems)) }
  const sent = new URLSearchParams(typed)
  sent.delete('action')
  const body = bodyFromForm(sent)
  const { reply, error } = await attempt(
    'update_product',
    pageCall(request, () => ({
      params: { slug },
      headers: { authorization: `Bearer ${token}` },
      body,
    })),
    service,
  )
  if (error) return { kind: 'open', managed, typed, ...failed(error) }
  const page = await pageOf(token, service)
  if (reply.status === 202) return { ...page, done: 'proposed' }
  const isSame = page.managed?.revised_at?.getTime() === managed.revised_at?.getTime()
  return { ...page, done: isSame ? 'unchanged' : 'saved' }
}
