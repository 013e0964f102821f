import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { refusal } from './request-line.ts'

const line = (url: string, host?: string, more: object = {}) =>
  ({
    method: 'GET',
    httpVersion: '1.1',
    url,
    headers: host === undefined ? {} : { host },
    rawHeaders: host === undefined ? [] : ['Host', host],
    ...more,
  }) as unknown as IncomingMessage // Only the parts that are read.

it.each(['a.example', 'localhost:4321', '127.0.0.1', '[::1]:80', 'xn--bcher-kva.example', 'a_b'])(
  'the host %s is accepted',
  (host) => expect(refusal(line('/', host))).toBeUndefined(),
)

it.each([
  'user@x',
  'user:pass@x',
  'evil.example/path?',
  'a b',
  '?',
  '',
  'a,b',
  'x:99999',
  'x:',
  '[::1',
  'a%2fb',
  '#',
  '\u00e4.example',
])('a Host of %j is a 400', (host) => expect(refusal(line('/', host))?.[0]).toBe(400))

it('a request without a Host is a 400, except in HTTP/1.0', () => {
  expect(refusal(line('/'))?.[0]).toBe(400)
  expect(refusal(line('/', undefined, { httpVersion: '1.0' }))).toBeUndefined()
})

it.each([
  ['http://a.example/b?c=d', 'a.example', '/b?c=d'],
  ['HTTPS://a.example:81', 'a.example:81', '/'],
  ['http://a.example?c', 'a.example', '/?c'],
])('the absolute form %s is read as its host and path', (url, host, path) => {
  const request = line(url, 'other.example')
  expect(refusal(request)).toBeUndefined()
  expect([request.headers.host, request.url]).toEqual([host, path])
})

it.each(['http://user@x/', 'ftp://x/', '*', 'http:///a'])('the address %s is a 400', (url) =>
  expect(refusal(line(url, 'a.example'))?.[0]).toBe(400),
)

it.each(['TRACE', 'TRACK', 'CONNECT'])('%s is a 405', (method) =>
  expect(refusal(line('/', 'a.example', { method }))?.[0]).toBe(405),
)
