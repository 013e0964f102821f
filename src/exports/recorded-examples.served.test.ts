import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { format } from 'prettier'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type ErrorKind, errors } from '#contract/errors.ts'
import { operations } from '#contract/index.ts'
import { submissionBuckets } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import { once } from '#core/once.ts'
import { errorAnswer } from '#http/answer.ts'
import { asApiError } from '#service/failure.ts'
import { restricted } from '#service/restriction.ts'
import { copyOfBuilt } from '#testing/built-folder.ts'
import { recordable } from '#testing/recordable.ts'
import { mailsTo } from '#testing/service-parts.ts'
import {
  type Request as RequestOptions,
  type Service,
  freshAddress,
  removeFolder,
  request,
  runScript,
  startService,
} from '#testing/service.ts'
import { exampleRequest, recordedSite } from './example-request.ts'
import { examplesOf } from './examples.ts'

const json = { 'content-type': 'application/json' }
const submitted = operations.submit_product.example.body
const changed = operations.update_product.example.body
const reported = operations.report_fact.example.body
const detected = operations.detect_stack.example.body
const other = { ...submitted, url: 'https://inkwell.example' }

/** A request: its path below the API root, and its other options. */
interface Call {
  path: string
  sent?: RequestOptions
}

const withBody =
  (method: string, path: string) =>
  (body: unknown, headers: Record<string, string> = {}): Call => ({
    path,
    sent: {
      method,
      headers: { ...json, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      from: freshAddress(),
    },
  })
const submit = withBody('POST', '/submit')
const update = withBody('PUT', '/products/letterbox')
const claiming = withBody('POST', '/claims')
const unknownClaim = '/claims/0f2c9a7be41d4f0c8d6e3b5a17f09c24'
const detecting = withBody('POST', '/detect')
const reporting = withBody('POST', '/reports')
const looking = withBody('POST', '/lookup')
/** The errors of every operation with a body, of which `tooLarge` is the size in characters. */
const bodyErrors = (send: typeof submit, body: unknown = {}, tooLarge = 70_000) => ({
  body_too_large: send('x'.repeat(tooLarge)),
  unsupported_media_type: send(body, { 'content-type': 'text/plain' }),
  unsupported_encoding: send(body, { 'content-encoding': 'gzip' }),
})

/**
 * For each operation, a request that causes each of its errors. `updates` adds the authorization.
 */
const failing: { [id: string]: Partial<Record<ErrorKind, Call>> } = {
  search: { invalid_request: { path: '/search?q=browser&limit=0' } },
  list_products: { invalid_request: { path: '/products?limit=100' } },
  get_product: { not_found: { path: '/products/n9n' } },
  lookup_by_url: { invalid_request: { path: '/lookup?url=127.0.0.1' } },
  get_tool: {
    invalid_request: { path: '/tools/qdrant?limit=100' },
    not_found: { path: '/tools/qdrent' },
  },
  list_trends: {
    invalid_request: { path: '/trends?limit=100' },
    not_found: { path: '/trends?tool=langchian' },
  },
  lookup_urls: {
    invalid_request: looking({ urls: [] }),
    ...bodyErrors(looking),
  },
  recommend_products: { invalid_request: { path: '/recommend' } },
  compare_products: {
    invalid_request: { path: '/compare?slugs=n8n' },
    not_found: { path: '/compare?slugs=n8n,no-such-product' },
  },
  list_changelog: { invalid_request: { path: '/changelog?since=yesterday' } },
  detect_stack: {
    invalid_request: detecting({ purls: ['next'] }),
    ...bodyErrors(detecting, detected, 270_000),
  },
  submit_product: {
    invalid_request: submit({ ...submitted, email: 'ada', tool_slugs: [] }),
    unknown_tools: submit({ ...submitted, tool_slugs: ['postgres-sql'] }),
    duplicate_domain: submit(submitted),
    ...bodyErrors(submit, submitted),
    idempotency_conflict: submit(other, { 'idempotency-key': 'letterbox-1' }),
    rate_limited: submit(other),
  },
  claim_listing: {
    invalid_request: claiming({ email: 'ada@letterbox.example' }),
    not_found: claiming({ slug: 'n9n', email: 'ada@letterbox.example' }),
    ...bodyErrors(claiming),
  },
  check_claim: {
    not_found: { path: `${unknownClaim}/check`, sent: { method: 'POST' } },
  },
  report_fact: {
    invalid_request: reporting({ ...reported, fact: 'tool' }),
    not_found: reporting({ ...reported, slug: 'n9n' }),
    ...bodyErrors(reporting, reported),
    rate_limited: reporting(reported),
  },
  update_product: {
    invalid_request: update({ ...changed, email: 'grace@letterbox.example' }),
    unknown_tools: update({ ...changed, tool_slugs: ['postgres-sql'] }),
    unauthorized: update(changed, { authorization: 'Bearer guessed' }),
    duplicate_domain: update({ ...changed, url: 'https://n8n.io' }),
    ...bodyErrors(update, changed),
    rate_limited: update(changed),
  },
}

// Sends every example of the contract, and a request for every declared error, to a service of its
// own. Its answers are those of src/exports/examples.json, which the OpenAPI document and the
// documentation show; `-u` writes them. Of answers only the fields are compared, since their values
// change with content/.
let service: Service
const all: Operation[] = Object.values(operations)
const made = new Map<string, { answers: object; errors: object }>()

beforeAll(async () => {
  const { dataDir, environment } = await copyOfBuilt(inject('built'))
  const settings = { READ_LIMITS: 'on', REBUILD_HOOK_URL: 'http://127.0.0.1:9/' }
  service = await startService({ dataDir, environment: { ...environment, ...settings } })
  const ask = async ({ path, sent = {} }: Call) => {
    const answer = await request(`${service.url}/api/v1${path}`, sent)
    return { status: answer.status, body: answer.json() }
  }
  // In the order of the contract: an update is of what was submitted before.
  for (const operation of all) {
    const answers = operation.credentials
      ? await updates(operation, service, ask)
      : await successes(operation, ask)
    const failures: Record<string, unknown> = {}
    for (const kind of operation.errors) failures[kind] = await failure(operation, kind, ask)
    const byStatus = Object.fromEntries(answers.map(({ status, body }) => [status, body]))
    // The cast is safe: only texts and lists inside of these two are changed.
    const recording = recordable({ answers: byStatus, errors: failures }, service.printed())
    made.set(operation.id, recording as { answers: object; errors: object })
  }
})
afterAll(async () => {
  await service.stop()
  await removeFolder(service.dataDir)
})

it.each(all)(
  'the answers to the example of $id, and its errors, are those recorded',
  async (of) => {
    const { answers, errors } = made.get(of.id)!
    if (expect.getState().snapshotState.snapshotUpdateState === 'all') return record()
    const recorded = examplesOf(of.id, recordedSite)
    expect(fieldsOf(answers)).toEqual(fieldsOf(recorded.answers))
    expect(errors).toEqual(recorded.errors)
  },
)

const record = once(async () => {
  const text = JSON.stringify(Object.fromEntries(made))
  const file = path.join(import.meta.dirname, 'examples.json')
  await writeFile(file, await format(text, { parser: 'json', printWidth: 100 }))
})

/** The names of the fields of each answer, by its status. */
function fieldsOf(answers: object) {
  return Object.entries(answers).map(([status, body]) => [status, Object.keys(body as object)])
}

type Ask = (call: Call) => Promise<{ status: number; body: unknown }>

async function successes(operation: Operation, ask: Ask) {
  const { method, path, body } = exampleRequest(operation)
  if (operation.path.startsWith('/claims')) return [await claimed(operation, ask)]
  if (!body) return [await ask({ path })]
  if (operation.isQuestion) return [await ask({ path, sent: { method, headers: json, body } })]
  const { from } = (failing[operation.id]!.rate_limited!.sent ??= {})
  const sent: RequestOptions = { method, headers: json, body, from }
  const dryRun = await ask({ path: `${path}?dry_run=true`, sent })
  return [
    dryRun,
    await ask({ path, sent: { ...sent, headers: { ...json, 'idempotency-key': 'letterbox-1' } } }),
  ]
}

/** The answer about a claim. Nobody publishes a proof in a run, so a proved claim is written here. */
async function claimed({ id }: Operation, ask: Ask) {
  if (id === 'claim_listing') return ask(claiming(operations.claim_listing.example.body))
  const where = 'https://n8n.io/.well-known/proofstack.json'
  const look = { way: 'website', where, code: 'found', message: `${where} has the claim.` }
  const { claim } = operations.check_claim.example.params
  return { status: 200, body: { claim, state: 'proved', slug: 'n8n', looked: [look] } }
}

/** The answers to an owner's change, first of a pending listing, then of an approved one. */
async function updates(operation: Operation, service: Service, ask: Ask) {
  const authorization = `Bearer ${await tokenIn(service.dataDir)}`
  for (const { sent } of Object.values(failing[operation.id]!))
    sent!.headers = { authorization, ...sent!.headers }
  const { path, body } = exampleRequest(operation)
  const put = (text: string) =>
    ask({ path, sent: { method: 'PUT', headers: { ...json, authorization }, body: text } })
  const pending = await put(body!)
  // The rate limit counts attempts with any outcome, so empty bodies use it up.
  const { path: at, sent } = failing[operation.id]!.rate_limited!
  for (let attempt = 0; attempt < submissionBuckets.submit_attempt.tokens; attempt++)
    await ask({ path: at, sent: { ...sent, body: '{}' } })
  const { dataDir } = service
  const { code, stderr } = await runScript('editor.ts', ['approve', 'letterbox', '--yes'], {
    dataDir,
  })
  if (code !== 0) throw new Error(stderr)
  return [pending, await put(JSON.stringify({ ...changed, name: 'Letterbox 2' }))]
}

/** The token in the manage link of the receipt, a mail that this service wrote to a file. */
async function tokenIn(dataDir: string): Promise<string> {
  const mails = await mailsTo({ mails: path.join(dataDir, 'mail') }, submitted.email)
  const token = /\/manage\/([\w-]+)/.exec(mails.map(({ text }) => text).join())?.[1]
  if (!token) throw new Error('no mail of this run has a manage link')
  return token
}

async function failure(operation: Operation, kind: ErrorKind, ask: Ask): Promise<unknown> {
  if (kind === 'internal' || kind === 'unavailable') {
    // A working service never fails in these two ways, so the answer is created from an error.
    const code = kind === 'unavailable' ? 'ECONNREFUSED' : undefined
    const broken = Object.assign(new Error('broken'), { code })
    const error = asApiError(() => {}, operation.id, broken)
    return errorAnswer(new Request(recordedSite), error).json()
  }
  const isCounted = operation.bucket !== 'submit' || operation.path.startsWith('/claims')
  if (kind === 'rate_limited' && isCounted) {
    const { path, method, body } = exampleRequest(operation)
    const sent = { from: freshAddress(), method, ...(body ? { headers: json, body } : {}) }
    // Its bucket is filled again meanwhile, so a slow machine needs more requests than its tokens.
    let last = await ask({ path, sent })
    for (let more = 0; last.status !== 429 && more < 2_000; more++) last = await ask({ path, sent })
    return failed(operation, kind, last)
  }
  if (kind === 'restricted') {
    const now = new Date()
    const until = new Date(now.getTime() + 30 * 60_000)
    const error = restricted({ until, covers: 'everything' }, now)
    return errorAnswer(new Request(recordedSite), error).json()
  }
  if (kind === 'rate_limited' && operation.id === 'report_fact')
    for (let sent = 1; sent < submissionBuckets.report_address.tokens; sent++)
      await ask(failing[operation.id]!.rate_limited!)
  const call =
    kind === 'method_not_allowed'
      ? { path: exampleRequest(operation).path, sent: { method: 'DELETE' } }
      : failing[operation.id]?.[kind]
  if (!call)
    throw new Error(
      `${operation.id} declares ${kind}; add a request that fails so to src/exports/recorded-examples.served.test.ts`,
    )
  return failed(operation, kind, await ask(call))
}

function failed(
  operation: Operation,
  kind: ErrorKind,
  { status, body }: { status: number; body: unknown },
): unknown {
  if (status !== errors[kind].status)
    throw new Error(
      `${operation.id} was to fail with ${kind}, but answered ${status} ${JSON.stringify(body)}`,
    )
  return body
}
