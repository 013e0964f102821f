import { describe, expect, it } from 'vitest'
import type { Fetched } from '#proof/fetch/guarded-fetch.ts'
import { never } from '#testing/local-site.ts'
import { findOwnerToken } from './owner-domain.ts'

const token = 'Zk3v9-WJ1b_7Yq0R5u2NcXeTgHaLpMs4dFoVi6KzQyE'
const line = `proofstack-verify=${token}`
const listing = { domain: 'app.acme.example', registrable_domain: 'acme.example', token }
const none = { kind: 'failed', reason: 'The server is away.' } as const

/** The network: the TXT records of acme.example, and pages by address. */
function outside(
  records: string[][] | NodeJS.ErrnoException,
  pages: Record<string, string | Fetched> = {},
) {
  const asked: string[] = []
  return {
    asked,
    startDeadline: never,
    resolveTxt: (name: string) => {
      asked.push(name)
      return Array.isArray(records) ? Promise.resolve(records) : Promise.reject(records)
    },
    fetch: (url: string): Promise<Fetched> => {
      asked.push(url)
      const page = pages[url] ?? none
      return Promise.resolve(typeof page === 'string' ? answered(page, { url }) : page)
    },
  }
}

function answered(body: string, { url = '', status = 200 }): Fetched {
  return { kind: 'answered', status, url, headers: {}, body, isCut: false }
}

function failure(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code })
}

const file = 'https://app.acme.example/.well-known/proofstack.txt'
const parentFile = 'https://acme.example/.well-known/proofstack.txt'

it('requests the record of the registrable domain, and the file of the host and of the domain', async () => {
  const world = outside([])
  await findOwnerToken(listing, world)
  expect(world.asked.sort()).toEqual(['acme.example', parentFile, file].sort())
  const apex = outside([])
  await findOwnerToken({ ...listing, domain: 'acme.example' }, apex)
  expect(apex.asked.sort()).toEqual(['acme.example', parentFile].sort())
})

describe('a token in the DNS is found', () => {
  it.each([
    ['alone', [[line]]],
    ['among others', [['v=spf1 -all'], [line], ['google-site-verification=x']]],
    ['in pieces', [[line.slice(0, 25), line.slice(25)]]],
    ['within white space', [[` ${line} `]]],
    ['beside an old one', [['proofstack-verify=old'], [line]]],
  ])('%s', async (_how, records) => {
    expect(await findOwnerToken(listing, outside(records))).toEqual({ kind: 'dns' })
  })
})

describe('a token in the file is found', () => {
  it.each([
    ['at the host of the listing', { [file]: line }],
    ['at the registrable domain', { [parentFile]: `${line}\n` }],
    ['among other lines', { [file]: `# hello\r\nproofstack-verify=old\r\n  ${line}  \r\n` }],
    [
      'where the file redirects to within the domain',
      { [file]: answered(line, { url: 'https://www.acme.example/proofstack.txt' }) },
    ],
  ])('%s', async (_where, pages) => {
    expect(await findOwnerToken(listing, outside(failure('ENODATA'), pages))).toEqual({
      kind: 'file',
    })
  })
})

describe('a token is missing', () => {
  const noRecord = 'The DNS of acme.example has no line that begins with proofstack-verify=.'
  const away = `${file} could not be read: The server is away.`
  const parentAway = `${parentFile} could not be read: The server is away.`

  it.each([
    ['nothing', []],
    ['others', [['v=spf1 -all'], [`x ${line}`], [`PROOFSTACK-VERIFY=${token}`]]],
    ['two records that are no pieces', [[line.slice(0, 17)], [line.slice(17)]]],
  ])('from records that are %s', async (_what, records) => {
    expect(await findOwnerToken(listing, outside(records))).toEqual({
      kind: 'missing',
      looked: [noRecord, away, parentAway],
    })
  })

  it.each(['ENODATA', 'ENOTFOUND'])('from a DNS that says %s', async (code) => {
    expect(await findOwnerToken(listing, outside(failure(code)))).toMatchObject({
      looked: [noRecord, away, parentAway],
    })
  })

  it('from a DNS that fails, and the sentence says so', async () => {
    expect(await findOwnerToken(listing, outside(failure('ESERVFAIL')))).toMatchObject({
      looked: [
        'The TXT records could not be read: acme.example could not be looked up.',
        away,
        parentAway,
      ],
    })
  })

  it('from a DNS that does not answer within five seconds', async () => {
    const given: number[] = []
    const end = new AbortController()
    const startDeadline = (ms: number) => {
      given.push(ms)
      return end.signal
    }
    const resolveTxt = () => {
      setImmediate(() => end.abort())
      return new Promise<never>(() => undefined)
    }
    const world = { ...outside([]), startDeadline, resolveTxt }
    expect(await findOwnerToken(listing, world)).toMatchObject({
      looked: [
        'The TXT records could not be read: acme.example did not answer within 5 seconds.',
        away,
        parentAway,
      ],
    })
    expect(given).toEqual([5_000])
  })

  it.each([
    ['shorter', token.slice(0, -1)],
    ['longer', `${token}x`],
    ['other', token.replace('Z', 'z')],
    ['no', ''],
  ])('where %s token stands, and the sentence holds neither', async (_how, other) => {
    const written = `proofstack-verify=${other}`
    expect(await findOwnerToken(listing, outside([[written]], { [file]: written }))).toEqual({
      kind: 'missing',
      looked: [
        'The DNS of acme.example has proofstack-verify= with another token than the one of this listing.',
        `${file} has proofstack-verify= with another token than the one of this listing.`,
        parentAway,
      ],
    })
  })

  it.each([
    ['with 404', answered(line, { url: file, status: 404 }), `${file} answered 404.`],
    [
      'from another domain',
      answered(line, { url: 'https://notacme.example/' }),
      `${file} redirects to https://notacme.example, which is not https at acme.example.`,
    ],
    [
      'without encryption',
      answered(line, { url: file.replace('https', 'http') }),
      `${file} redirects to http://app.acme.example, which is not https at acme.example.`,
    ],
    [
      'with a page',
      answered(`<!doctype html><p>${line}</p>`, { url: file }),
      `${file} has no line that begins with proofstack-verify=.`,
    ],
  ])('from a file that is answered %s', async (_how, page, sentence) => {
    expect(await findOwnerToken(listing, outside([], { [file]: page }))).toEqual({
      kind: 'missing',
      looked: [noRecord, sentence, parentAway],
    })
  })

  it('from a repository: its domain is the code host, which is not asked', async () => {
    const world = outside([[line]], { 'https://github.com/.well-known/proofstack.txt': line })
    const repository = { domain: 'github.com/acme/app', registrable_domain: 'github.com', token }
    expect(await findOwnerToken(repository, world)).toEqual({
      kind: 'missing',
      looked: ['The domain of github.com/acme/app is github.com, which many share.'],
    })
    expect(world.asked).toEqual([])
  })
})
