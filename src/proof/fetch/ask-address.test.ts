import net from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { guard } from './guard.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { listen, localSite, never } from '#testing/local-site.ts'

const { bodyBytes } = guard
const pack = { br: brotliCompressSync, deflate: deflateSync, gzip: gzipSync, 'x-gzip': gzipSync }

const failed = (reason: string) => ({ kind: 'failed', reason: `127.0.0.1 ${reason}` })

/** Requests a server that writes these bytes, and then ends or waits forever. */
async function askRaw(bytes: string | Buffer, { isEnding = false, isAborting = false } = {}) {
  const end = new AbortController()
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(bytes, () => {
        if (isEnding) socket.end()
        // Expires after the write, so that the client is waiting for more bytes.
        if (isAborting) setImmediate(() => end.abort())
      })
    })
  })
  const port = await listen(server)
  const startDeadline = isAborting ? () => end.signal : never
  return guardedFetch(`http://127.0.0.1:${port}/`, {
    site: 'test',
    isAllowed: (_address, to) => to === port,
    startDeadline,
  })
}

describe('a body', () => {
  async function askFor(body: Buffer, headers: Record<string, string> = {}) {
    const site = await localSite((_request, response) => response.writeHead(200, headers).end(body))
    return site.fetch(site.origin)
  }

  it('of 256 KiB is whole, and a longer one is cut there', async () => {
    const whole = await askFor(Buffer.alloc(bodyBytes, 'a'))
    expect(whole).toMatchObject({ kind: 'answered', isCut: false, body: 'a'.repeat(bodyBytes) })
    const cut = await askFor(Buffer.alloc(bodyBytes + 1, 'a'))
    expect(cut).toMatchObject({ kind: 'answered', isCut: true, body: 'a'.repeat(bodyBytes) })
  })

  it.each(Object.entries(pack))('in %s is decoded', async (encoding, compress) => {
    expect(
      await askFor(compress(Buffer.from('grüezi')), { 'content-encoding': encoding.toUpperCase() }),
    ).toMatchObject({ kind: 'answered', body: 'grüezi', isCut: false })
  })

  it.each(Object.entries(pack))(
    'of 64 MiB that %s packed small is cut at 256 KiB, without unpacking the rest',
    async (encoding, compress) => {
      const bomb = compress(Buffer.alloc(64 * 1024 * 1024))
      const before = process.memoryUsage().arrayBuffers
      const answer = await askFor(bomb, { 'content-encoding': encoding })
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024)
      expect(answer).toMatchObject({ kind: 'answered', isCut: true })
      expect(answer.kind === 'answered' && answer.body.length).toBe(bodyBytes)
    },
  )

  it('with two encodings, or an encoding that was not requested, fails', async () => {
    const body = gzipSync(gzipSync('x'))
    for (const encoding of ['gzip, gzip', 'zstd', 'compress', 'constructor'])
      expect(await askFor(body, { 'content-encoding': encoding })).toEqual(
        failed('answered in an encoding that we did not ask for.'),
      )
  })

  it.each(Object.entries(pack))(
    'that claims %s and is not encoded fails',
    async (encoding, compress) => {
      const headers = { 'content-encoding': encoding }
      const cut = compress(Buffer.alloc(2_000, 'ab')).subarray(0, -3)
      for (const body of [Buffer.from('<html>as it is</html>'), cut])
        expect(await askFor(body, headers)).toEqual(
          failed('answered with a body that is not encoded as it says.'),
        )
      expect(await askFor(Buffer.alloc(0), headers)).toMatchObject({ kind: 'answered', body: '' })
    },
  )

  it('that never ends and decodes to nothing is read up to 256 KiB', async () => {
    // Empty gzip members in sequence.
    const empty = gzipSync('')
    const site = await localSite((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      const more = () => {
        while (response.write(empty));
      }
      response.on('drain', more)
      more()
    })
    expect(await site.fetch(site.origin)).toMatchObject({ kind: 'answered', isCut: true, body: '' })
  })

  it('of a HEAD or a 304 is empty for all headers', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-length': '500000' }
    const site = await localSite((request, response) =>
      response.writeHead(request.method === 'HEAD' ? 200 : 304, headers).end(),
    )
    expect(await site.fetch(site.origin, { method: 'HEAD' })).toMatchObject({
      status: 200,
      body: '',
      isCut: false,
    })
    expect(await site.fetch(site.origin)).toMatchObject({ status: 304, body: '', isCut: false })
  })
})

describe('a server', () => {
  const late = failed('did not answer within 5 seconds.')
  const gone = failed('closed the connection before its answer was whole.')
  const notHttp = failed('does not speak HTTP as it should.')
  const switched = 'HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'
  const incomplete: [where: string, bytes: string | Buffer][] = [
    ['before its status', ''],
    ['within its headers', 'HTTP/1.1 200 OK\r\nA: b'],
    ['within its body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'],
    ['before its last chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'],
    ['within a packed body', gzipBeginning()],
  ]

  it.each([
    ...incomplete,
    ['after an interim answer', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['before its body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'],
  ])('that stalls %s is given up at the deadline', async (_where, bytes) => {
    expect(await askRaw(bytes, { isAborting: true })).toEqual(late)
  })

  it('has five seconds for the whole answer', async () => {
    const given: number[] = []
    const site = await localSite((_request, response) =>
      response.writeHead(302, { location: `/${site.asked.length}` }).end(),
    )
    const { isAllowed } = site
    const startDeadline = (ms: number) => {
      given.push(ms)
      return AbortSignal.timeout(ms)
    }
    await guardedFetch(site.origin, { site: 'test', isAllowed, startDeadline })
    expect(given).toEqual([5_000])
  })

  it('whose DNS lookup never ends fails at the deadline', async () => {
    const end = new AbortController()
    const lookup = () => {
      setImmediate(() => end.abort())
      return new Promise<never>(() => undefined)
    }
    const guards = { site: 'test', lookup, startDeadline: () => end.signal }
    expect(await guardedFetch('http://slow.example/', guards)).toEqual({
      kind: 'failed',
      reason: 'slow.example did not answer within 5 seconds.',
    })
  })

  it.each([...incomplete, ['after it changed the protocol', switched]])(
    'that closes early, %s, has failed',
    async (_where, bytes) => {
      const answer = await askRaw(bytes, { isEnding: true })
      expect([gone, notHttp]).toContainEqual(answer)
    },
  )

  it('that switches protocols fails', async () => {
    expect(await askRaw(switched)).toEqual(gone)
  })

  it.each([
    ['other words', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['20 kB of headers', `HTTP/1.1 200 OK\r\nA: ${'b'.repeat(20_000)}\r\n\r\n`],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc'],
  ])('that answers with %s does not speak HTTP', async (_what, bytes) => {
    expect(await askRaw(bytes)).toEqual(notHttp)
  })

  it('that does not listen refuses connections', async () => {
    const port = await new Promise<number>((resolve) => {
      const server = net.createServer().listen(0, '127.0.0.1', () => {
        const { port } = server.address() as net.AddressInfo
        server.close(() => resolve(port))
      })
    })
    const isAllowed = () => true
    expect(await guardedFetch(`http://127.0.0.1:${port}/`, { site: 'test', isAllowed })).toEqual(
      failed('refuses connections.'),
    )
  })

  it('without TLS fails for https', async () => {
    const site = await localSite((_request, response) => response.end())
    const answer = await site.fetch(site.origin.replace('http:', 'https:'))
    expect(answer).toEqual(failed('does not speak TLS as it should.'))
  })
})

function gzipBeginning(): Buffer {
  const packed = gzipSync(Buffer.alloc(5_000, 'ab'))
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), packed.subarray(0, packed.length - 5)])
}
