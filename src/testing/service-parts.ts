import { mkdtemp, readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { Kysely, PostgresDialect } from 'kysely'
import { beforeAll, inject } from 'vitest'
import { writeCatalog } from '#catalog/file/write.ts'
import { openCatalog } from '#catalog/open.ts'
import { readDirectory } from '#catalog/read-directory.ts'
import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { type Addresses, addresses } from '#core/addresses.ts'
import type { Db } from '#db/connection/connect.ts'
import type { Database } from '#db/migrations/schema.ts'
import { approveListing } from '#editorial/approve.ts'
import { serve } from '#http/serve.ts'
import { postgresLimiter } from '#limits/submission-limiter.ts'
import { fileTransport } from '#mail/transport.ts'
import { afterAnswer } from '#service/after-answer.ts'
import { type OperationId, handlingOf } from '#service/invoke.ts'
import { followRestriction } from '#service/restriction.ts'
import type { Service, Write } from '#service/service.ts'
import { expectDeclared } from './api.ts'
import { testDatabase } from './database.ts'
import { contentOnce } from './content.ts'
import { fillStarters, writeStartersCatalog } from './starters.ts'
import { offSwitch, testMailer } from './mailer.ts'

/** A service in a test, with its log messages, its writes, and the folder of its mails. */
export type TestService = Service & {
  logged: { message: string; error: unknown }[]
  written: Write[]
  mails: string
}

const site = 'https://proofstack.example'

/**
 * `startersService` on the database of this test file. Call this at the top of the file; the service
 * and its `db` are set before the first test.
 */
export function testStarters(): TestService {
  const database = testDatabase()
  const service = {} as TestService
  beforeAll(async () => {
    Object.assign(service, await startersService(database.db))
  })
  return service
}

/** Like `testService`, on a database that is filled with the starter listings of content/. */
export async function startersService(db: Db, parts: Partial<Service> = {}): Promise<TestService> {
  await fillStarters(db)
  return serviceOn(db, parts, (file, to) => writeStartersCatalog(db, file, to))
}

/**
 * A service on the database of a test, with the tables of content/, a catalogue of the current
 * rows, and a new folder for mails. `parts` replaces some of its dependencies.
 */
export async function testService(db: Db, parts: Partial<Service> = {}): Promise<TestService> {
  const content = await contentOnce()
  return serviceOn(db, parts, (file, to) =>
    readDirectory(db, content, ({ source }) => writeCatalog(file, source, to)),
  )
}

async function serviceOn(
  db: Db,
  parts: Partial<Service>,
  write: (file: string, to: Addresses) => Promise<unknown>,
): Promise<TestService> {
  const mails = await mkdtemp(path.join(inject('template').scratch, 'mails-'))
  const to = addresses(site)
  const file = path.join(mails, 'catalog.sqlite')
  await write(file, to)
  const logged: TestService['logged'] = []
  const clock = parts.clock ?? (() => new Date())
  const log: Service['log'] = (message, error) => void logged.push({ message, error })
  const written: TestService['written'] = []
  return {
    db,
    // A long wait, so that no test fails because of a busy machine.
    catalog: openCatalog({ file, db: () => parts.db ?? db, to, clock, log, waitMs: 60_000 }),
    limiter: postgresLimiter(() => db, 'a secret of at least 32 characters, for tests'),
    readLimiter: undefined,
    mailer: testMailer(fileTransport(mails).send, {
      off: { ...offSwitch, link: to.mailOff },
      log: (message) => void logged.push({ message, error: undefined }),
    }),
    builder: { kind: 'none' },
    // Every request to a website fails. A test that needs a website passes its own `network`.
    network: {
      fetch: async () => ({ kind: 'failed', reason: 'Nobody answers.' }),
      resolveTxt: async () => [],
    },
    restriction: followRestriction({ db: () => db, clock, log, waitMs: 60_000 }),
    afterAnswer: afterAnswer(log),
    clock,
    log,
    wrote: (write) => void written.push(write),
    urls: to,
    settings: { mcpOrigins: [], mailDeadlineMs: 4_000 },
    ...parts,
    logged,
    written,
    mails,
  }
}

/** A form that a browser sends from a page of the site. */
export function postForm(
  path: string,
  fields: URLSearchParams | Record<string, string>,
  headers: Record<string, string> = {},
) {
  return new Request(`${site}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-real-ip': freshClient(), host: 'proofstack.example', origin: site, ...headers },
  })
}

/** A service with only these dependencies; access to any other one throws. */
export function bareService(parts: Partial<Service>): Service {
  // `as`: every part is given or throws on access. The restriction has a default, because every
  // operation reads it.
  const given = { restriction: () => undefined, ...parts } as Service
  return new Proxy(given, {
    get: (_, name: keyof Service) => {
      if (name in given) return given[name]
      throw new Error(`this test has no ${name}`)
    },
  })
}

/**
 * Calls an operation in this process by its path and query, and checks that the contract declares
 * the response and every field in it. `from` is the IP address for the rate limits.
 */
export async function callIn(
  service: Service,
  id: OperationId,
  address: string,
  sent: { body?: unknown; headers?: Record<string, string>; from?: string } = {},
): Promise<{ status: number; headers: Headers; text: string; body: Record<string, unknown> }> {
  const operation: Operation = operations[id]
  const headers = {
    ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
    'x-real-ip': sent.from ?? freshClient(),
    ...sent.headers,
  }
  const body = sent.body === undefined ? null : JSON.stringify(sent.body)
  const url = new URL(`${service.urls.api}${address}`)
  const request = new Request(url, { method: operation.method, headers, body })
  const handling = await handlingOf(id)
  const response = await serve(handling, service)({ request, params: paramsOf(operation, address) })
  const text = await response.text()
  const answer = JSON.parse(text) as Record<string, unknown>
  const { status, headers: sentBack } = response
  expectDeclared(operation, { status, cacheControl: sentBack.get('cache-control'), body: answer })
  return { status, headers: sentBack, text, body: answer }
}

function paramsOf(operation: Operation, address: string): Record<string, string> {
  const names = operation.path.split('/')
  const values = address.split('?')[0]!.split('/')
  return Object.fromEntries(
    names.flatMap((name, index) =>
      name.startsWith('{') ? [[name.slice(1, -1), decodeURIComponent(values[index]!)]] : [],
    ),
  )
}

let lastClient = 0

/** An IP address in a /48 network that no other test of this file uses. */
export function freshClient(): string {
  lastClient++
  return `2001:db8:${(lastClient % 65_536).toString(16)}:${Math.floor(lastClient / 65_536).toString(16)}::1`
}

/** The mails to an address that a service wrote into its folder, in the order of the outbox. */
export async function mailsTo({ mails: folder }: Pick<TestService, 'mails'>, address: string) {
  // The first mail makes the folder.
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((file) => file.endsWith('.eml'))
  // Sorted by number: as text, mail 10 would come before mail 9.
  const number = (file: string) => Number(/outbox-(\d+)/.exec(file)?.[1])
  const mails = await Promise.all(
    files
      .toSorted((a, b) => number(a) - number(b))
      .map(async (file) => PostalMime.parse(await readFile(path.join(folder, file)))),
  )
  return mails.filter(({ to }) => to?.some((recipient) => recipient.address === address))
}

/** Approves a pending listing, as an editor does. */
export async function approve(db: Db, slug: string): Promise<void> {
  const { outcome } = await approveListing(db, { slug, actor: 'test' }, addresses(site))
  if (outcome !== 'done') throw new Error(`${slug} was not approved: ${outcome}`)
}

/**
 * A database that refuses every connection. It has its own pool, because the driver has a single
 * server setting for the whole process.
 */
export function awayDatabase(): Db {
  const refused = () =>
    Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  const pool = { connect: refused, end: () => Promise.resolve(), options: {} }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
