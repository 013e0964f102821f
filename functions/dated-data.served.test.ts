import { type JsonWebKey, createHash, createPublicKey, verify } from 'node:crypto'
import { beforeAll, expect, inject, it } from 'vitest'
import { BulkManifest, DayManifest, KeptDays } from '#contract/resources/bulk.ts'
import { eventually } from '#testing/editor.ts'
import { request } from '#testing/service.ts'

const get = (path: string, headers = {}, method = 'GET') =>
  request(`${inject('served').url}${path}`, { method, headers })

let day: string
/** The name of the first file of listings: a large catalogue is in several parts. */
let listings: string
beforeAll(async () => {
  const { days_url } = BulkManifest.parse((await get('/data/index.json')).json())
  const list = await eventually(
    async () => KeptDays.parse((await get(new URL(days_url).pathname)).json()),
    ({ days }) => days.length > 0,
  )
  day = new URL(list.days[0]!.url).pathname.replace('/index.json', '')
  const { files } = DayManifest.parse((await get(`${day}/index.json`)).json())
  listings = new URL(files[0]!.url).pathname.slice(`${day}/`.length)
})

it('the job keeps today, with the bytes that its signed manifest names', async () => {
  const [manifest, signature, jwk] = await Promise.all(
    [`${day}/index.json`, `${day}/index.json.sig`, '/.well-known/proofstack-key.json'].map((path) =>
      get(path),
    ),
  )
  const key = createPublicKey({ key: jwk!.json() as JsonWebKey, format: 'jwk' })
  expect(verify(null, manifest!.bytes, key, Buffer.from(signature!.text, 'base64'))).toBe(true)
  const { files, count } = DayManifest.parse(manifest!.json())
  expect(count).toBeGreaterThan(200)
  for (const { url, bytes, sha256, count: lines } of files) {
    const answer = await get(new URL(url).pathname)
    expect(answer.bytes.length).toBe(bytes)
    expect(createHash('sha256').update(answer.bytes).digest('hex')).toBe(sha256)
    expect(answer.text.trimEnd().split('\n')).toHaveLength(lines)
  }
})

it.each([
  ['index.json', 'application/json; charset=utf-8'],
  ['index.json.sig', 'text/plain; charset=utf-8'],
  ['the listings', 'application/x-ndjson; charset=utf-8'],
  ['../days.json', 'application/json; charset=utf-8'],
])('%s is open to any origin, and revalidated by its ETag', async (file, type) => {
  const { pathname } = new URL(`${day}/${file === 'the listings' ? listings : file}`, 'http://x')
  const { status, headers, bytes } = await get(pathname)
  expect([status, headers]).toMatchObject([
    200,
    {
      'content-type': type,
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300, must-revalidate',
    },
  ])
  expect((await get(pathname, { 'if-none-match': headers.etag })).status).toBe(304)
  const head = await get(pathname, {}, 'HEAD')
  expect([head.status, head.headers.etag, head.bytes.length]).toEqual([200, headers.etag, 0])
  expect(Number(head.headers['content-length'])).toBe(bytes.length)
  expect((await get(pathname, {}, 'POST')).status).toBe(405)
})

it('an unknown day or file is a 404 as JSON that names the way', async () => {
  const [noDay, noFile] = [await get('/data/1999-12-31/index.json'), await get(`${day}/x.json`)]
  expect([noDay.status, noFile.status]).toEqual([404, 404])
  expect(noDay.json()).toMatchObject({ error: expect.stringMatching(/\/data\/days\.json lists/) })
  expect(noFile.json()).toMatchObject({ error: expect.stringMatching(/\/index\.json names/) })
})
