import { beforeAll, describe, expect, it, vi } from 'vitest'
import { insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { runCommand } from '#testing/desk-session.ts'
import { insertTestEditor, testEditorApi } from '#testing/editor-api.ts'
import { testService } from '#testing/service-parts.ts'
import { readArguments } from '#authoring/arguments.ts'
import { commands } from './commands.ts'
import { connectRemote, runRemotely } from './remote.ts'
import type { LocalSession } from './session.ts'

const database = testDatabase()
const site = 'https://proofstack.example'
let postAs: (name: string) => ReturnType<typeof connectRemote>
beforeAll(async () => {
  const service = await testService(database.db)
  const { send } = await testEditorApi(service)
  const tokens: Record<string, string> = {}
  for (const [name, role] of [
    ['pia', 'publisher'],
    ['rae', 'reviewer'],
  ] as const)
    tokens[name] = await insertTestEditor(service, name, role)
  postAs = (name) => connectRemote(site, tokens[name], send)
})

async function remotely(name: string, argv: string[], answer = true) {
  const read = readArguments<LocalSession>(argv, commands)
  if (read.kind !== 'run') throw new Error(JSON.stringify(read))
  const lines: string[] = []
  const asked: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)))
  try {
    const code = await runRemotely(read, postAs(name), async (sentence) => {
      asked.push(sentence)
      return answer
    })
    return { code, text: lines.join('\n'), asked }
  } finally {
    log.mockRestore()
  }
}

/** The same on the spot, on the same rows. */
const here = async (argv: string[]) => {
  // As in the test service, which reaches no site.
  const reach = { isAway: () => true, findAway: async () => true }
  const { code, text, values } = await runCommand(database.db, argv, { reach })
  const json = argv.includes('--json')
  return { code, text: json ? values.map((one) => JSON.stringify(one, null, 2)).join('\n') : text }
}

describe('a command through the editor API', () => {
  it.each([
    ['queue'],
    ['queue', '--json'],
    ['show', '*'],
    ['show', '*', '--json'],
    ['show', 'nobody'],
    ['proposals'],
    ['history', '--json'],
    ['history', '*'],
  ])('%s %s %s prints what it prints on the spot', async (...given) => {
    const { slug } = await insertPending(database.db, { name: 'Café \u202e"quoted"' })
    const argv = given.map((word) => (word === '*' ? slug : word))
    const { code, text } = await remotely('rae', argv)
    expect({ code, text }).toEqual(await here(argv))
  })

  it('asks once for each of several slugs, and prints one list of JSON', async () => {
    const [one, two] = [await insertPending(database.db), await insertPending(database.db)]
    const argv = ['reject', one.slug, two.slug, 'nobody', '--reason', 'It is none.', '--json']
    const { code, text, asked } = await remotely('pia', argv)
    expect({ code, asked: asked.length }).toEqual({ code: 1, asked: 2 })
    expect(JSON.parse(text)).toMatchObject([
      { outcome: 'rejected', slug: one.slug },
      { outcome: 'rejected', slug: two.slug },
      { outcome: 'unknown', slug: 'nobody' },
    ])
  })

  it('that is answered with no changes nothing, and says so', async () => {
    const { slug } = await insertPending(database.db)
    expect(await remotely('pia', ['approve', slug], false)).toMatchObject({
      code: 1,
      text: 'Nothing was changed.',
      asked: [expect.stringContaining('Approve ')],
    })
  })

  it('with --yes warns of another editor who has taken it, before it decides', async () => {
    const { slug } = await insertPending(database.db)
    await remotely('rae', ['take', slug])
    const { code, asked } = await remotely('pia', ['approve', slug, '--yes'])
    expect({ code, asked }).toEqual({
      code: 0,
      asked: [expect.stringMatching(/^Taken by rae, <1 min ago\. [^]*Approve /)],
    })
  })

  it('that works on files, or says who decides, is refused by a sentence', async () => {
    await expect(remotely('pia', ['weekly'])).rejects.toThrow(/in a checkout/)
    await expect(remotely('pia', ['approve', 'x', '--as', 'eve'])).rejects.toThrow(/leave out --as/)
  })
})

describe('the connection', () => {
  it.each([
    ['http://proofstack.example', /begins with https/],
    ['proofstack.example', /is an address/],
    ['https://proofstack.example/path', /is an address/],
    ['ftp://proofstack.example', /is an address/],
    ['https://user:word@proofstack.example', /is an address/],
  ])('to %s is refused before the token leaves', (address, reason) => {
    expect(() => connectRemote(address, 'token')).toThrow(reason)
  })

  it.each(['http://localhost:4321', 'http://127.0.0.1:4321', 'http://[::1]:1', `${site}/`])(
    'to %s is made',
    (address) => {
      expect(connectRemote(address, 'token')).toBeTypeOf('function')
    },
  )

  it('without a token says where it comes from; another site that answers is not taken for one', async () => {
    expect(() => connectRemote(site, undefined)).toThrow(/PROOFSTACK_EDITOR_TOKEN is not set/)
    const request = { command: 'queue', words: [], values: {} }
    const post = connectRemote(site, 'token', async () => new Response('<html>', { status: 200 }))
    await expect(post(request)).rejects.toThrow(/Is it Proofstack\?/)
    const away = connectRemote(site, 'token', async () => {
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
    })
    await expect(away(request)).rejects.toThrow(
      'proofstack.example cannot be reached: connect ECONNREFUSED',
    )
  })
})
