import { describe, expect, it } from 'vitest'
import { RedisError, RespReader, encodeCommand } from './resp.ts'

const answers =
  '+OK\r\n:42\r\n$5\r\nhé\r\n\r\n$-1\r\n*-1\r\n$0\r\n\r\n-ERR no\r\n*3\r\n:-1\r\n*1\r\n$1\r\na\r\n-WRONG\r\n*0\r\n'
const values = [
  'OK',
  42,
  Buffer.from('hé\r\n'),
  null,
  null,
  Buffer.alloc(0),
  new RedisError('ERR no'),
  [-1, [Buffer.from('a')], new RedisError('WRONG')],
  [],
]

describe('the answers of Redis', () => {
  it('are read as what they are', () => {
    expect(new RespReader().read(Buffer.from(answers))).toEqual(values)
  })

  it('are the same wherever the network cuts them', () => {
    const bytes = Buffer.from(answers)
    for (let cut = 0; cut <= bytes.length; cut++) {
      const reader = new RespReader()
      const read = [...reader.read(bytes.subarray(0, cut)), ...reader.read(bytes.subarray(cut))]
      expect(read).toEqual(values)
    }
    const reader = new RespReader()
    expect([...bytes].flatMap((byte) => reader.read(Uint8Array.of(byte)))).toEqual(values)
  })

  it('of somebody else are refused', () => {
    expect(() => new RespReader().read(Buffer.from('HTTP/1.1 400 Bad Request\r\n'))).toThrow(
      'protocol of Redis',
    )
  })
})

it('a command says the bytes of its parts, so that none of them can become another', () => {
  expect(encodeCommand(['SET', 'ü', '\r\n*1']).toString()).toBe(
    '*3\r\n$3\r\nSET\r\n$2\r\nü\r\n$4\r\n\r\n*1\r\n',
  )
})
