import { beforeAll, describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { revokeEditor } from '#db/queries/editors.ts'
import { editListing } from '#editorial/edit.ts'
import { insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { insertTestEditor, testEditorApi } from '#testing/editor-api.ts'
import { type TestService, freshClient, testService } from '#testing/service-parts.ts'
import { rowOf } from '#testing/rows.ts'

const database = testDatabase()
let service: TestService
let api: Awaited<ReturnType<typeof testEditorApi>>
const tokens: Record<string, string> = {}
beforeAll(async () => {
  service = await testService(database.db)
  api = await testEditorApi(service)
  for (const [name, role] of [
    ['rae', 'reviewer'],
    ['pia', 'publisher'],
    ['pat', 'publisher'],
    ['abe', 'admin'],
    ['gone', 'admin'],
  ] as const)
    tokens[name] = await insertTestEditor(service, name, role)
  await revokeEditor(database.db, 'gone')
})

interface Sent {
  as?: string
  token?: string
  body?: unknown
  from?: string
  type?: string
  method?: string
}

async function ask(action: string, sent: Sent) {
  const {
    as = '',
    token = tokens[as],
    body,
    from,
    type = 'application/json',
    method = 'POST',
  } = sent
  const headers = {
    'content-type': type,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const init = { method, headers, ...(method === 'POST' ? { body: text } : {}) }
  const response = await api.send(`${api.url}/${action}`, init, from)
  const answer = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text: answer,
    json: () => JSON.parse(answer),
  }
}

const run = (
  as: string,
  command: string,
  words: string[] = [],
  more: Record<string, unknown> = {},
) => ask('run', { as, body: { command, words, values: {}, ...more } })
const yes = { values: { yes: true } }
const statusOf = async (slug: string) =>
  (await rowOf(database.db, 'products', { slug }, ['status'])).status

describe('a token', () => {
  it('that is missing, unknown or revoked opens nothing, with one and the same answer', async () => {
    const body = { command: 'queue', words: [], values: {} }
    const answers = await Promise.all([
      ask('run', { body }),
      ask('run', { body, token: 'a'.repeat(43) }),
      ask('run', { body, token: 'no token' }),
      ask('run', { as: 'gone', body }),
    ])
    for (const { status, text, headers } of answers) {
      expect([status, text]).toEqual([401, answers[0]!.text])
      expect(headers.get('www-authenticate')).toBe('Bearer realm="editor"')
    }
  })

  it('is not tried more than ten times a minute from one address, and then a right one waits, too', async () => {
    const from = freshClient()
    const body = { command: 'queue', words: [], values: {} }
    for (let index = 0; index < 10; index++)
      expect((await ask('run', { body, token: 'b'.repeat(43), from })).status).toBe(401)
    const { status, headers } = await ask('run', { body, as: 'abe', from })
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask('run', { body, as: 'abe' })).status).toBe(200)
  })

  it('with a role too low is refused, which names the role needed, and nothing is done', async () => {
    const { slug } = await insertPending(database.db)
    const refused = await run('rae', 'approve', [slug], yes)
    expect([refused.status, refused.json()]).toEqual([
      403,
      { error: 'This needs the role publisher; rae is a reviewer.' },
    ])
    expect(
      (await run('pia', 'invite', ['eve'], { values: { yes: true, role: 'admin' } })).status,
    ).toBe(403)
    expect(await statusOf(slug)).toBe('pending')
    expect((await run('rae', 'show', [slug])).json()).toMatchObject({ code: 0 })
    expect((await run('rae', 'note', [slug, 'Look at its stack.'])).json()).toMatchObject({
      code: 0,
    })
  })
})

describe('a command', () => {
  it('runs as on the spot; the history says who, and no log line an address', async () => {
    const { slug } = await insertPending(database.db)
    const { status, json } = await run('pia', 'approve', [slug], yes)
    expect([status, json()]).toMatchObject([
      200,
      { code: 0, printed: [{ value: { outcome: 'approved', slug, rebuild: 'asked' } }] },
    ])
    const history = (await run('rae', 'history', [slug])).json()
    expect(history.printed[0].value.entries[0]).toMatchObject({ actor: 'pia', action: 'approve' })
    expect(JSON.stringify(service.logged)).not.toContain('@')
  })

  it('that asks does nothing until its own question is answered with yes', async () => {
    const { slug } = await insertPending(database.db)
    const asked = (await run('pia', 'approve', [slug])).json()
    expect(asked.confirm).toMatch(/^Approve .*It becomes public at/)
    const answered = (question: string, isYes: boolean) =>
      run('pia', 'approve', [slug], {
        answered: { question, yes: isYes },
        values: { seen: asked.seen },
      })
    expect((await answered('Approve something else?', true)).json()).toEqual(asked)
    expect((await answered(asked.confirm, false)).json()).toEqual({
      code: 1,
      printed: [{ value: { outcome: 'declined', slug }, text: 'Nothing was changed.' }],
    })
    expect(await statusOf(slug)).toBe('pending')
    expect((await answered(asked.confirm, true)).json()).toMatchObject({ code: 0 })
    expect(await statusOf(slug)).toBe('approved')
  })

  it('is refused when the texts changed between its question and the answer', async () => {
    const { slug } = await insertPending(database.db)
    const { confirm: question, seen } = (await run('pia', 'approve', [slug])).json()
    const corrections = { description: 'Now it says something else.' }
    const where = { urls: addresses('https://directory.example'), codeHosts: [] }
    await editListing(database.db, { slug, actor: 'pat', corrections }, where)
    const answer = await run('pia', 'approve', [slug], {
      answered: { question, yes: true },
      values: { seen },
    })
    expect(answer.json()).toMatchObject({
      code: 1,
      printed: [{ value: { outcome: 'rewritten', by: 'pat' } }],
    })
    expect(await statusOf(slug)).toBe('pending')
  })

  it.each([
    ['check-file', [], {}],
    ['weekly', [], {}],
    ['draft', ['x'], {}],
    ['constructor', [], {}],
    ['approve', [], {}],
    ['approve', ['x'], { as: 'somebody' }],
    ['queue', [], { 'as=somebody': true }],
    ['approve', ['x'], { nonsense: 'y' }],
    ['approve', ['x'], { yes: 'yes' }],
    ['queue', [], { state: 'no such' }],
    ['history', ['x'], { limit: '0' }],
  ])('%s %j %j is a wrong use, and does nothing', async (command, words, values) => {
    const { status, json } = await run('abe', command, words, { values })
    expect([status, json()]).toEqual([200, { misuse: expect.any(String) }])
  })
})

describe('the address', () => {
  it('answers no other origin, and nothing of it is stored', async () => {
    const { slug } = await insertPending(database.db)
    const answers = await Promise.all([
      run('rae', 'show', [slug]),
      run('rae', 'approve', [slug]),
      ask('run', { body: '' }),
      ask('run', { method: 'OPTIONS' }),
      ask('run', { as: 'rae', method: 'GET' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 401, 405, 405])
    for (const { headers } of answers) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it.each([
    ['too large', { body: JSON.stringify({ command: 'x'.repeat(70_000) }) }, 413],
    ['no JSON', { body: '{' }, 400],
    ['of another type', { body: '{}', type: 'text/plain' }, 415],
    ['of another form', { body: { command: 'queue' } }, 400],
    ['with a NUL', { body: { command: 'show', words: ['a\0b'], values: {} } }, 200],
  ])('a body that is %s is answered with %j', async (_, sent, status) => {
    expect((await ask('run', { as: 'rae', ...sent })).status).toBe(status)
  })

  it('of nothing is the same as any other', async () => {
    expect((await ask('else', { as: 'abe', body: {} })).status).toBe(404)
    expect((await ask('__proto__', { as: 'abe', body: {} })).status).toBe(404)
  })
})
