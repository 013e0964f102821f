import { once } from 'node:events'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiErrorBody } from '#contract/errors.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { type SiteBuild, openBuild } from './build-output.ts'
import { startFunction } from './function-threads.ts'
import { type LocalHost, hookFile, startLocalHost } from './local-host.ts'

const folder = temporaryFolder()
const long = 'Answers letters. '.repeat(500)
// More than a connection takes that is not read.
const large = 'Answers many letters.\n'.repeat(700_000)

const functionSource = (name: string) => `
const cached = new TextEncoder().encode('${long}')
const own = {
  '/list/final': { 'content-encoding': 'zstd' },
  '/list/kept': { 'cache-control': 'public, no-transform' },
  '/list/image': { 'content-type': 'image/png' },
}
export default {
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/fails') throw new Error('no such user ada@letters.example')
    if (pathname === '/ends') process.exit(1)
    if (pathname === '/never') return new Promise(() => {})
    if (pathname === '/slow') await new Promise((resolve) => setTimeout(resolve, 300))
    const headers = new Headers({ 'content-type': 'text/plain', 'x-env': process.env.MARK ?? '' })
    headers.append('set-cookie', 'a=1')
    headers.append('set-cookie', 'b=2')
    if (pathname.startsWith('/list')) {
      const headers = { etag: '"abc"', 'content-type': 'application/json', ...own[pathname] }
      if (request.headers.get('if-none-match')?.includes('"abc"'))
        return new Response(null, { status: 304, headers: { etag: '"abc"' } })
      const isHead = request.method === 'HEAD'
      if (isHead) headers['content-length'] = String(${long.length})
      return new Response(isHead ? null : '${long}', { headers })
    }
    if (pathname === '/cached') {
      const start = (controller) => { controller.enqueue(cached); controller.close() }
      return new Response(new ReadableStream({ start }), { headers })
    }
    if (pathname === '/nothing') return new Response(null, { status: 204, headers })
    if (pathname === '/address') return new Response(request.headers.get('x-real-ip'), { headers })
    if (pathname === '/echo') return new Response(await request.arrayBuffer(), { headers })
    const body = await request.text()
    if (body.length > 65536) return new Response('too large', { status: 413, headers })
    const said = request.headers.get('x-said')
    return new Response('${name} ' + request.method + ' ' + pathname + ' ' + body.length + ' ' + said, { headers })
  },
}`

function writeBuild(name: string): string {
  const build = path.join(folder, name)
  const files = {
    'config.json': JSON.stringify({
      version: 3,
      routes: [
        { src: '^/.*$', headers: { 'x-all': 'yes' }, continue: true },
        { src: '^/bare-name$', headers: { 'content-type': 'application/json' }, continue: true },
        { handle: 'filesystem' },
        {
          src: '^/(?:f|echo|address|fails|ends|never|slow|nothing|mcp|cached|list.*)$',
          dest: '_render',
        },
        { src: '^/bare$', status: 404 },
        { src: '^/.*$', dest: '/404.html', status: 404 },
      ],
    }),
    'static/index.html': `<h1>${name}</h1>`,
    'static/404.html': '<h1>Not here</h1>',
    'static/long.txt': long,
    'static/large.txt': large,
    'static/bare-name': long,
    'static/noise.png': Buffer.alloc(5_000, 1),
    'functions/_render.func/.vc-config.json': JSON.stringify({ handler: 'entry.mjs' }),
    'functions/_render.func/entry.mjs': functionSource(name),
  }
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(build, file)), { recursive: true })
    writeFileSync(path.join(build, file), content)
  }
  return build
}

const start = (options: Partial<Parameters<typeof startLocalHost>[0]> = {}) =>
  startLocalHost({
    port: 0,
    host: '127.0.0.1',
    dataDir: folder,
    trustedProxy: undefined,
    onRebuild: () => 'started',
    ...options,
  })

let host: LocalHost
let build: SiteBuild

beforeAll(() => {
  writeBuild('one')
  writeBuild('two')
})

beforeEach(async () => {
  host = await start()
  build = openBuild(path.join(folder, 'one'), { MARK: 'own' })
})

afterEach(async () => {
  vi.restoreAllMocks()
  await host.close()
  await build.close()
})

async function ask(
  address: string,
  { body, ...options }: http.RequestOptions & { body?: string | Buffer } = {},
) {
  const to = { port: host.port, host: '127.0.0.1', path: address, agent: false, ...options }
  const request = http.request(to).end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const bytes = await buffer(response)
  const { statusCode: status, headers } = response
  return { status, headers, bytes, text: bytes.toString() }
}

/** The answer to bytes that no client library sends. */
function askRaw(bytes: string): Promise<string> {
  const socket = net.connect(host.port, '127.0.0.1', () => socket.write(bytes))
  return text(socket)
}

const problemIn = (text: string) => ApiErrorBody.parse(JSON.parse(text))

describe('before the first build', () => {
  it('people get a page that reloads, programs the error of the contract, agents JSON-RPC', async () => {
    const page = await ask('/', { headers: { accept: 'text/html,*/*' } })
    expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '5', refresh: '5' } })
    expect(page.text).toContain('<h1>Proofstack is being built</h1>')
    for (const accept of ['text/html', '*/*']) {
      const api = await ask('/api/v1/tools', { headers: { accept } })
      expect(api).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
      expect(problemIn(api.text).error_code).toBe('INTERNAL_ERROR')
    }
    const rpc = await ask('/mcp', { method: 'POST', body: '{}' })
    expect(rpc.status).toBe(503)
    expect(JSON.parse(rpc.text)).toMatchObject({ jsonrpc: '2.0', id: null, error: {} })
  })

  it('the hook is in a file for this user only, and accepts POST', async () => {
    const file = hookFile(folder)
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
    const { pathname } = new URL(readFileSync(file, 'utf8').trim())
    expect((await ask(pathname, { method: 'POST' })).text).toBe('{"rebuild":"started"}')
    const wrong = await ask(pathname)
    expect(wrong).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    expect(problemIn(wrong.text).error_code).toBe('VALIDATION_ERROR')
  })
})

describe('files', () => {
  beforeEach(() => void host.serve(build))

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('a text is sent as %s to clients that accept it', async (encoding, decompress) => {
    const plain = await ask('/long.txt')
    const packed = await ask('/long.txt', { headers: { 'accept-encoding': encoding } })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(packed.bytes.length),
      vary: 'Accept-Encoding',
    })
    expect(plain.headers.vary).toBe('Accept-Encoding')
    expect(decompress(packed.bytes).toString()).toBe(long)
    expect(packed.headers.etag).not.toBe(plain.headers.etag)
    for (const tag of [plain.headers.etag, packed.headers.etag, `W/${packed.headers.etag}`, '*']) {
      const again = await ask('/long.txt', {
        headers: { 'accept-encoding': encoding, 'if-none-match': `"x", ${tag}` },
      })
      expect(again).toMatchObject({ status: 304, text: '' })
      expect(again.headers.etag).toBe(packed.headers.etag)
    }
    const other = { 'if-none-match': '"x"', 'accept-encoding': encoding }
    expect((await ask('/long.txt', { headers: other })).status).toBe(200)
  })

  it('a file without an extension has the type of its route', async () => {
    const { headers } = await ask('/bare-name', { headers: { 'accept-encoding': 'br' } })
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'content-encoding': 'br' })
  })

  it('a small file and a picture are not compressed', async () => {
    const headers = { 'accept-encoding': 'gzip, br' }
    expect((await ask('/', { headers })).headers['content-encoding']).toBeUndefined()
    const image = await ask('/noise.png', { headers })
    expect(image.headers['content-encoding']).toBeUndefined()
    expect(image.headers.vary).toBeUndefined()
  })

  it.each(['/long.txt', '/large.txt'])('HEAD of %s is GET without a body', async (address) => {
    const [get, head] = [await ask(address), await ask(address, { method: 'HEAD' })]
    expect(head).toMatchObject({ status: 200, text: '' })
    const { date: _, ...headers } = get.headers
    expect(head.headers).toMatchObject(headers)
  })

  it('a file that is too large to be kept comes whole, plain and compressed', async () => {
    for (let round = 0; round < 2; round++) {
      const plain = await ask('/large.txt')
      expect(plain.text === large).toBe(true)
      const packed = await ask('/large.txt', { headers: { 'accept-encoding': 'gzip' } })
      expect(packed.headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(packed.bytes).toString() === large).toBe(true)
      const headers = { 'if-none-match': plain.headers.etag }
      expect(await ask('/large.txt', { headers })).toMatchObject({ status: 304, text: '' })
    }
  })

  it.each(['POST', 'DELETE', 'PROPFIND'])('%s is a 405 of the contract', async (method) => {
    const answer = await ask('/', { method })
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
    expect(problemIn(answer.text).error_code).toBe('VALIDATION_ERROR')
  })

  it('a missing file is the 404 page, and an error without a page is an error of the contract', async () => {
    expect(await ask('/nowhere')).toMatchObject({ status: 404, text: '<h1>Not here</h1>' })
    for (const odd of ['/..%2fconfig.json', '/%00', '/%', '//long.txt', '/a/../long.txt'])
      expect((await ask(odd)).status).toBe(404)
    expect(problemIn((await ask('/bare')).text).error_code).toBe('VALIDATION_ERROR')
  })
})

describe('functions', () => {
  beforeEach(() => void host.serve(build))

  it('get the method, address, headers and body, and their answer keeps its headers', async () => {
    const answer = await ask('/f?a=b', { method: 'POST', body: 'abc', headers: { 'x-said': 'hi' } })
    expect(answer).toMatchObject({ status: 200, text: 'one POST /f 3 hi' })
    expect(answer.headers).toMatchObject({
      'x-all': 'yes',
      'x-env': 'own',
      'set-cookie': ['a=1', 'b=2'],
      'content-length': String(answer.bytes.length),
    })
    expect(await ask('/nothing')).toMatchObject({ status: 204, text: '' })
  })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('a text is sent as %s to clients that take it', async (encoding, decompress) => {
    const plain = await ask('/list')
    const headers = { 'accept-encoding': encoding }
    const packed = await ask('/list', { headers })
    const head = await ask('/list', { method: 'HEAD', headers })
    expect(plain).toMatchObject({ text: long, headers: { etag: '"abc"', vary: 'Accept-Encoding' } })
    expect(decompress(packed.bytes).toString()).toBe(long)
    const described = {
      'content-encoding': encoding,
      vary: 'Accept-Encoding',
      etag: `"abc-${encoding}"`,
    }
    expect(packed.headers).toMatchObject({
      ...described,
      'content-length': String(packed.bytes.length),
    })
    expect(head).toMatchObject({ status: 200, text: '', headers: described })
    for (const [sent, etag] of [
      [`W/"abc-${encoding}"`, `"abc-${encoding}"`],
      [`"x", "abc-${encoding}"`, `"abc-${encoding}"`],
      ['"abc"', '"abc"'],
    ]) {
      const again = await ask('/list', { headers: { ...headers, 'if-none-match': sent } })
      expect(again).toMatchObject({ status: 304, text: '', headers: { etag } })
      expect(again.headers.vary).toBe('Accept-Encoding')
    }
  })

  it('bytes that a function sends again are the same in each answer, compressed too', async () => {
    for (let round = 0; round < 8; round++) expect((await ask('/cached')).text).toBe(long)
    const { bytes } = await ask('/cached', { headers: { 'accept-encoding': 'br' } })
    expect(brotliDecompressSync(bytes).toString()).toBe(long)
  })

  it('an answer that is small, encoded, no text or not to be transformed is not compressed', async () => {
    const headers = { 'accept-encoding': 'gzip, br' }
    for (const address of ['/list/kept', '/list/image', '/f'])
      expect((await ask(address, { headers })).headers['content-encoding']).toBeUndefined()
    const { headers: sent, text } = await ask('/list/final', { headers })
    expect({ encoding: sent['content-encoding'], text }).toEqual({ encoding: 'zstd', text: long })
  })

  it('an error is a 500 of the contract, and the log has no e-mail address', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const answer = await ask('/fails')
    expect(answer).toMatchObject({ status: 500, headers: { 'cache-control': 'no-store' } })
    expect(problemIn(answer.text).error_code).toBe('INTERNAL_ERROR')
    expect(JSON.stringify(log.mock.calls)).toContain('no such user <address>')
  })

  it('the end of a thread is a 500, and the next request gets a new thread', async () => {
    expect(problemIn((await ask('/ends')).text).error_code).toBe('INTERNAL_ERROR')
    expect((await ask('/f')).status).toBe(200)
  })

  it('a missing answer is a 504 of the contract', async () => {
    const threads = startFunction(
      path.join(folder, 'one/functions/_render.func'),
      {},
      { maxMs: 20 },
    )
    const { status, body } = await threads.call('GET', 'http://x/never', '', null)
    expect(status).toBe(504)
    expect(problemIn(Buffer.from(body).toString()).error_code).toBe('INTERNAL_ERROR')
    await threads.close()
  })

  it.each([256, 40_000])('get a body of %s bytes unchanged, with any bytes', async (length) => {
    const body = Buffer.from(Uint8Array.from({ length }, (_, index) => index % 256))
    const { bytes } = await ask('/echo', { method: 'POST', body })
    expect(bytes.equals(body)).toBe(true)
  })

  it('after a body that is too large the connection serves the next request', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    for (let round = 0; round < 3; round++) {
      const refused = await ask('/mcp', { method: 'POST', body: 'a'.repeat(3_000_000), agent })
      expect(refused.status).toBe(413)
      expect((await ask('/f', { agent })).status).toBe(200)
    }
    agent.destroy()
  })
})

describe('the edge', () => {
  beforeEach(() => void host.serve(build))

  it.each([
    ['a Host with user-info', 'GET / HTTP/1.1\r\nHost: user@x\r\nConnection: close\r\n\r\n', 400],
    ['two Host headers', 'GET / HTTP/1.1\r\nHost: x\r\nhost: x\r\nConnection: close\r\n\r\n', 400],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['no HTTP', 'nonsense\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405],
  ])('%s is refused with an error of the contract', async (_, bytes, status) => {
    const [head = '', body = ''] = (await askRaw(bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(problemIn(body).error_code).toBe('VALIDATION_ERROR')
  })

  it('an address in absolute form is answered', async () => {
    const bytes = 'GET http://a.example/ HTTP/1.1\r\nHost: b.example\r\nConnection: close\r\n\r\n'
    expect(await askRaw(bytes)).toMatch(/^HTTP\/1.1 200 [\s\S]*<h1>one<\/h1>$/)
  })
})

describe('a swap', () => {
  it('fails no request, on kept connections too, and the old build ends its requests', async () => {
    host.serve(build)
    await build.ready()
    const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
    const seen = new Map<string, number>()
    let isDone = false
    const visitors = Array.from({ length: 8 }, async (_, index) => {
      while (!isDone) {
        const { status, text } = await ask(index % 2 ? '/f' : '/', { agent })
        const key = `${status} ${text.replace(/^<h1>|<\/h1>$/g, '').split(' ')[0]}`
        seen.set(key, (seen.get(key) ?? 0) + 1)
      }
    })
    for (const name of ['two', 'one', 'two']) {
      const slow = ask('/slow', { agent: false })
      await ask('/f')
      const fresh = openBuild(path.join(folder, name), {})
      await fresh.ready()
      const previous = host.serve(fresh)!
      expect((await ask('/', { agent })).text).toBe(`<h1>${name}</h1>`)
      await previous.close()
      expect((await slow).status).toBe(200)
      build = fresh
    }
    isDone = true
    await Promise.all(visitors)
    agent.destroy()
    expect([...seen.keys()].sort()).toEqual(['200 one', '200 two'])
  })
})

describe('a slow client', () => {
  let slow: LocalHost
  beforeEach(async () => {
    slow = await start({ deadlines: { headersMs: 300, requestMs: 600, unreadMs: 500 } })
    slow.serve(build)
  })
  afterEach(() => slow.close())

  it.each([
    ['the headers', 'GET /f HTTP/1.1\r\nhost: a.example\r\nx-slow: '],
    ['the body', 'POST /f HTTP/1.1\r\nhost: a.example\r\ncontent-length: 1000\r\n\r\n'],
  ])('that sends %s byte by byte is cut off', async (_, start) => {
    const socket = net.connect(slow.port, '127.0.0.1')
    let answer = ''
    socket.on('data', (data) => (answer += String(data)))
    socket.on('error', () => {})
    socket.write(start)
    const drip = setInterval(() => socket.write('a'), 50)
    const began = performance.now()
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(drip)
    expect(performance.now() - began).toBeLessThan(4_000)
    expect(answer).toContain('HTTP/1.1 408 Request Timeout')
    expect(answer).toContain('"error_code":"VALIDATION_ERROR"')
  })

  it('that reads nothing of a large answer is cut off, and nothing is logged as a failure', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const socket = net.connect(slow.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET /large.txt HTTP/1.1\r\nhost: a.example\r\n\r\n')
    await once(socket, 'readable')
    await build.close()
    let read = 0
    socket.on('data', ({ length }) => (read += length))
    await once(socket, 'close')
    expect(read).toBeLessThan(large.length)
    expect(log.mock.calls).toEqual([])
  })
})

it('a client whose proxy names no IP address has the address of the socket', async () => {
  const behind = await start({ trustedProxy: '1' })
  behind.serve(build)
  const address = async (named: string) => {
    const headers = { 'x-forwarded-for': named }
    return (await ask('/address', { port: behind.port, headers })).text
  }
  expect(await address('203.0.113.7')).toBe('203.0.113.7')
  expect(await address('[2001:db8::1]:5001')).toBe('[2001:db8::1]:5001')
  for (const junk of ['junk1', 'unknown', '203.0.113', ''])
    expect(await address(junk)).toBe('127.0.0.1')
  await behind.close()
})

it('an unknown Expect header is a 417 of the contract', async () => {
  host.serve(build)
  const answer = await ask('/f', { headers: { expect: 'nonsense' } })
  expect(answer.status).toBe(417)
  expect(problemIn(answer.text).error_code).toBe('VALIDATION_ERROR')
})
