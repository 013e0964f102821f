import { spawn } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import tls from 'node:tls'
import { describe, expect, it } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'
import { listen, localSite, never } from '#testing/local-site.ts'

const options = { site: 'https://proofstack.example', startDeadline: never }
const refused = (reason: string) => ({ kind: 'refused', reason })
const failed = (reason: string) => ({ kind: 'failed', reason })
const noLookup = () => Promise.reject(new Error('a literal address was looked up'))

describe('an address that is not public', () => {
  it.each(
    words(`
        127.0.0.1 127.1 127.0.1 0x7f.1 0x7f000001 0X7F.0.0.1 2130706433
        017700000001 0177.0.0.1 127.0.0.1. 127.1. %31%32%37.0.0.1 127。0。0。1
        ①②⑦.0.0.1 １２７.0.0.1 0 0.0.0.0 10.1.2.3 172.16.0.1 192.168.1.1
        169.254.169.254 0xa9fea9fe 2852039166 100.64.0.1 100.100.100.200
        192.0.0.192 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1
        240.0.0.1 255.255.255.255 168.63.129.16 [::1] [::] [0:0:0:0:0:0:0:1]
        [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:10.0.0.1] [::ffff:8.8.8.8]
        [::127.0.0.1] [::7f00:1] [64:ff9b::127.0.0.1] [64:ff9b::a9fe:a9fe]
        [2002:7f00:1::] [2001:0:7f00:1::] [fe80::1] [fc00::1] [fd00:ec2::254]
        [fec0::1] [ff02::1] [2001:db8::1] [3fff::1] [100::1]
      `),
  )('http://%s/ is refused without a DNS lookup', async (host) => {
    for (const scheme of ['http', 'https'])
      expect(
        await guardedFetch(`${scheme}://${host}/`, { ...options, lookup: noLookup }),
      ).toMatchObject({ kind: 'refused', reason: expect.stringContaining('public address') })
  })

  it.each(['localhost', 'LOCALHOST', 'localhost.'])(
    'http://%s/ is refused for what the system says that it means',
    async (name) => {
      expect(await guardedFetch(`http://${name}/`, options)).toEqual(
        refused('localhost does not lead to a public address.'),
      )
    },
  )
})

it.each([
  ['', 'This is not a URL.'],
  ['example.com', 'This is not a URL.'],
  ['http://[fe80::1%25eth0]/', 'This is not a URL.'],
  ['http://256.1.1.1/', 'This is not a URL.'],
  ['ftp://example.com/', 'Only addresses with http or https are asked.'],
  ['file:///etc/passwd', 'Only addresses with http or https are asked.'],
  ['data:text/html,x', 'Only addresses with http or https are asked.'],
  ['gopher://example.com:80/', 'Only addresses with http or https are asked.'],
  ['unix:/run/x.sock', 'Only addresses with http or https are asked.'],
  ['http://user@example.com/', 'There is a user name or password in the address of example.com.'],
  ['https://:x@example.com/', 'There is a user name or password in the address of example.com.'],
  [
    'http://example.com:8080/',
    'Only ports 80 and 443 are asked, and not port 8080 of example.com.',
  ],
  ['http://[::1]:22/', 'Only ports 80 and 443 are asked, and not port 22 of ::1.'],
  ['http://example.com:0/', 'Only ports 80 and 443 are asked, and not port 0 of example.com.'],
  [`http://${'a.'.repeat(127)}com/`, 'The host has more than 253 characters.'],
])('%s is refused before a name is looked up: %s', async (url, reason) => {
  expect(await guardedFetch(url, { ...options, lookup: noLookup })).toEqual(refused(reason))
})

describe('a name', () => {
  it.each([
    [['93.184.216.34', '127.0.0.1']],
    [['10.0.0.1', '93.184.216.34']],
    [['2606:4700::1111', '::1']],
    [['93.184.216.34', '::ffff:93.184.216.34']],
    [['93.184.216.34', 'fe80::1%eth0']],
    [['93.184.216.34', 'not an address']],
    [['169.254.169.254']],
  ])('with the addresses %j is refused whole', async (addresses) => {
    const lookup = () => Promise.resolve(addresses)
    expect(await guardedFetch('http://example.com/', { ...options, lookup })).toEqual(
      refused('example.com does not lead to a public address.'),
    )
  })

  it('with a public address of this machine is refused', async () => {
    const lookup = () => Promise.resolve(['93.184.216.34'])
    const own = () => ['93.184.216.34']
    expect(await guardedFetch('http://example.com/', { ...options, lookup, own })).toMatchObject({
      kind: 'refused',
    })
  })

  it('with a public address passes the guard, and fails here by the deadline', async () => {
    const end = new AbortController()
    const own = () => {
      end.abort()
      return []
    }
    const lookup = () => Promise.resolve(['93.184.216.34', '2606:4700::1111'])
    const guards = { ...options, lookup, own, startDeadline: () => end.signal }
    expect(await guardedFetch('http://example.com/', guards)).toEqual(
      failed('example.com did not answer within 5 seconds.'),
    )
  })

  it('without an address, or with a failing lookup, fails', async () => {
    const ask = (lookup: () => Promise<string[]>) =>
      guardedFetch('http://example.com/', { ...options, lookup })
    const reject = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))
    expect(await ask(() => Promise.resolve([]))).toEqual(failed('example.com has no address.'))
    expect(await ask(reject('ENOTFOUND'))).toEqual(failed('example.com has no address.'))
    expect(await ask(reject('EAI_AGAIN'))).toEqual(failed('example.com could not be looked up.'))
    expect(await ask(reject('EODD'))).toEqual(failed('example.com could not be asked (EODD).'))
  })

  it('that changes after the check is requested at the checked address', async () => {
    const site = await localSite((_request, response) => response.end('the first'))
    const answers = [['127.0.0.1'], ['127.0.0.2']]
    const looked: string[] = []
    const lookup = (host: string) => {
      looked.push(host)
      return Promise.resolve(answers.shift()!)
    }
    const url = `http://changing.example:${site.port}/`
    const first = await guardedFetch(url, { ...options, lookup, isAllowed: site.isAllowed })
    expect(first).toMatchObject({ kind: 'answered', body: 'the first' })
    expect(looked).toEqual(['changing.example'])
    expect(site.asked).toEqual([`GET changing.example:${site.port}/`])
  })

  it('that changes between two redirects is checked again', async () => {
    const site = await localSite((_request, response) =>
      response.writeHead(302, { location: '/again' }).end(),
    )
    const answers = [['127.0.0.1'], ['127.0.0.2']]
    const lookup = () => Promise.resolve(answers.shift()!)
    const url = `http://changing.example:${site.port}/`
    expect(await guardedFetch(url, { ...options, lookup, isAllowed: site.isAllowed })).toEqual(
      refused('changing.example does not lead to a public address.'),
    )
    expect(site.asked).toHaveLength(1)
  })
})

describe('a redirect', () => {
  async function redirecting(...locations: string[]) {
    const site = await localSite((_request, response) => {
      const location = locations[site.asked.length - 1]
      if (location === undefined) response.end('arrived')
      else response.writeHead(302, { location }).end('elsewhere')
    })
    return site
  }

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    '//localhost.internal.example/',
    'https://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::ffff:169.254.169.254]/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://user:secret@example.com/',
  ])('to %s is refused', async (location) => {
    const site = await redirecting(location)
    const lookup = () => Promise.resolve(['192.168.0.1'])
    const { isAllowed } = site
    expect(await guardedFetch(site.origin, { ...options, lookup, isAllowed })).toMatchObject({
      kind: 'refused',
    })
    expect(site.asked).toHaveLength(1)
  })

  it('to another port of the same address is refused, and nothing arrives there', async () => {
    const other = await localSite((_request, response) => response.end('secret'))
    const site = await redirecting(`${other.origin}/`)
    expect(await site.fetch(site.origin)).toMatchObject({ kind: 'refused' })
    expect(other.asked).toEqual([])
  })

  it.each([301, 302, 303, 307, 308])('with %d is followed by the same method', async (status) => {
    const site = await localSite((request, response) => {
      if (request.url === '/') response.writeHead(status, { location: 'b?c#d' }).end()
      else response.end('arrived')
    })
    expect(await site.fetch(`${site.origin}/#here`, { method: 'HEAD' })).toMatchObject({
      kind: 'answered',
      status: 200,
      url: `${site.origin}/b?c`,
    })
    expect(site.asked.map((line) => line.split(' ')[0])).toEqual(['HEAD', 'HEAD'])
  })

  it('is followed five times, and not a sixth', async () => {
    const five = await redirecting('/1', '/2', '/3', '/4', '/5')
    expect(await five.fetch(five.origin)).toMatchObject({ kind: 'answered', body: 'arrived' })
    const six = await redirecting('/1', '/2', '/3', '/4', '/5', '/6')
    expect(await six.fetch(six.origin)).toEqual(failed('127.0.0.1 redirects more than 5 times.'))
    expect(six.asked).toHaveLength(6)
  })

  it('to an earlier address ends at once', async () => {
    const site = await redirecting('/a', '/b', '/a')
    expect(await site.fetch(`${site.origin}/a`)).toEqual(failed('127.0.0.1 redirects in a circle.'))
    expect(site.asked).toHaveLength(1)
  })

  it('to an invalid URL fails', async () => {
    const site = await redirecting('http://[')
    expect(await site.fetch(site.origin)).toEqual(
      failed('127.0.0.1 redirects to something that is not a URL.'),
    )
  })

  it('without a Location is an answer', async () => {
    const site = await localSite((_request, response) => response.writeHead(302).end('where?'))
    expect(await site.fetch(site.origin)).toMatchObject({ status: 302, body: 'where?' })
  })

  it('with letters beyond ASCII is read as UTF-8', async () => {
    const site = await localSite((request, response) => {
      if (request.url === '/')
        response.writeHead(302, { location: Buffer.from('/über').toString('latin1') }).end()
      else response.end()
    })
    expect(await site.fetch(site.origin)).toMatchObject({ url: `${site.origin}/%C3%BCber` })
  })
})

describe('a request', () => {
  it('has a user agent and no cookies, and sends its headers to no other origin', async () => {
    const sent: (Record<string, unknown> | undefined)[] = []
    const site = await localSite((request, response) => {
      sent.push(request.headers)
      const location = sent.length === 1 ? '/b' : `http://other.example:${site.port}/c`
      if (sent.length < 3) response.writeHead(302, { location, 'set-cookie': 'a=b' }).end()
      else response.end()
    })
    const { isAllowed, lookup } = site
    const headers = { 'x-for-you': 'alone', 'User-Agent': 'somebody else', host: 'another.example' }
    await guardedFetch(site.origin, { ...options, isAllowed, lookup, headers })
    expect(sent).toHaveLength(3)
    for (const headers of sent)
      expect(headers).toMatchObject({
        'user-agent': 'Proofstack/1.0 (+https://proofstack.example)',
        'accept-encoding': 'gzip, deflate, br',
        accept: '*/*',
      })
    expect(sent.flatMap((headers) => Object.keys(headers!))).not.toContain('cookie')
    expect(sent.map((headers) => headers!['x-for-you'])).toEqual(['alone', 'alone', undefined])
    expect(sent.map((headers) => headers!['host'])).toEqual([
      `127.0.0.1:${site.port}`,
      `127.0.0.1:${site.port}`,
      `other.example:${site.port}`,
    ])
  })

  it('uses TLS with the requested name, without the dot at the end', async () => {
    const names: string[] = []
    const server = tls.createServer({
      SNICallback: (name, answer) => {
        names.push(name)
        answer(new Error('no certificate'))
      },
    })
    server.on('tlsClientError', () => undefined)
    const port = await listen(server)
    const isAllowed = (address: string, to: number) => address === '127.0.0.1' && to === port
    const lookup = () => Promise.resolve(['127.0.0.1'])
    const url = `https://secure.example.:${port}/`
    const answer = await guardedFetch(url, { ...options, lookup, isAllowed })
    expect(answer).toMatchObject({ kind: 'failed' })
    expect(names).toEqual(['secure.example'])
  })

  it('ignores the proxy of the environment', async () => {
    const site = await localSite((_request, response) => response.end('straight'))
    const proxy = await localSite((_request, response) => response.end('through the proxy'))
    const file = path.join(import.meta.dirname, 'guarded-fetch.ts')
    const asking = `
      import http from 'node:http'
      import { guardedFetch } from ${JSON.stringify(file)}
      const bare = await new Promise((resolve) => http.get('${site.origin}/', (response) =>
        response.setEncoding('utf8').on('data', resolve)))
      const { body } = await guardedFetch('${site.origin}/', { site: 'x', isAllowed: () => true })
      console.log(bare + ', ' + body)`
    const node = spawn(process.execPath, ['--input-type=module', '--eval', asking], {
      env: {
        ...process.env,
        NODE_USE_ENV_PROXY: '1',
        HTTP_PROXY: proxy.origin,
        http_proxy: proxy.origin,
        NO_PROXY: '',
        no_proxy: '',
      },
    })
    let printed = ''
    for (const stream of [node.stdout, node.stderr])
      stream.on('data', (data) => (printed += String(data)))
    await new Promise((resolve) => node.once('close', resolve))
    expect(printed.trim()).toBe('through the proxy, straight')
  })
})

it('only tests use the options that open the guard', () => {
  const root = path.resolve(import.meta.dirname, '../../..')
  const openers = ['src', 'functions', 'scripts']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true }).map((name) =>
        path.join(folder, String(name)),
      ),
    )
    .filter((file) => /\.(?:ts|astro)$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      return /guarded-?fetch/i.test(text) && /\bisAllowed\b/.test(text)
    })
  expect(openers.sort()).toEqual(['src/proof/fetch/guarded-fetch.ts', 'src/testing/local-site.ts'])
})

it('two requests to one host use two connections, and close both', async () => {
  let open = 0
  const closed: Promise<unknown>[] = []
  const server = net.createServer((socket) => {
    open++
    closed.push(new Promise((resolve) => socket.once('close', resolve)))
    socket.once('data', () =>
      socket.write('HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok'),
    )
  })
  const port = await listen(server)
  for (const _ of [1, 2])
    expect(
      await guardedFetch(`http://127.0.0.1:${port}/`, { ...options, isAllowed: () => true }),
    ).toMatchObject({ body: 'ok' })
  await Promise.all(closed)
  expect(open).toBe(2)
})

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
