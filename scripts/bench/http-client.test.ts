import { expect, it } from 'vitest'
import { answerReader, encode } from './http-client.ts'

const counted = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'
const chunked =
  'HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel\r\n\r\n3\r\n0\r\n\r\n0\r\n\r\n'
const empty = 'HTTP/1.1 202 Accepted\r\nX: y\r\n\r\n'

it.each([
  ['with a length', counted, 200],
  ['in chunks, one of which looks like the end', chunked, 404],
  ['without a body', empty, 202],
])('an answer %s ends where it ends, however it is cut', (_, text, status) => {
  const bytes = Buffer.from(text)
  for (let size = 1; size <= bytes.length; size++) {
    const read = answerReader()
    const told: (number | undefined)[] = []
    for (let at = 0; at < bytes.length; at += size) told.push(read(bytes.subarray(at, at + size)))
    expect(told.at(-1)).toBe(status)
    expect(told.slice(0, -1).filter((answer) => answer !== undefined)).toEqual([])
  }
})

it('a request with a body tells its length in bytes', () => {
  expect(String(encode({ method: 'POST', path: '/a', body: 'é' }, 'b'))).toBe(
    'POST /a HTTP/1.1\r\nhost: b\r\naccept: application/json, text/html, */*\r\ncontent-length: 2\r\n\r\né',
  )
})
