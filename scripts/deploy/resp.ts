/** An error that Redis answered with. */
export class RedisError extends Error {}

/** An answer of Redis: a simple string, a bulk string, a number, nothing, an error, or several. */
export type RespValue = string | Buffer | number | null | RedisError | RespValue[]

/** A command as Redis reads it: https://redis.io/docs/latest/develop/reference/protocol-spec/ */
export function encodeCommand(command: readonly string[]): Buffer {
  const parts = [`*${command.length}\r\n`]
  for (const part of command) parts.push(`$${Buffer.byteLength(part)}\r\n${part}\r\n`)
  return Buffer.from(parts.join(''))
}

/** Reads answers of Redis however the network cuts them. */
export class RespReader {
  #rest: Buffer = Buffer.alloc(0)

  /** The answers that are whole with these bytes. */
  read(bytes: Uint8Array): RespValue[] {
    this.#rest = Buffer.concat([this.#rest, bytes])
    const values: RespValue[] = []
    let at = 0
    for (;;) {
      const next = readValue(this.#rest, at)
      if (!next) break
      values.push(next.value)
      at = next.end
    }
    this.#rest = this.#rest.subarray(at)
    return values
  }
}

type Read = { value: RespValue; end: number } | undefined

// Undefined when the rest has not come yet.
function readValue(bytes: Buffer, at: number): Read {
  const lineEnd = bytes.indexOf('\r\n', at)
  if (lineEnd === -1) return undefined
  const line = bytes.toString('utf8', at + 1, lineEnd)
  const end = lineEnd + 2
  switch (String.fromCharCode(bytes[at]!)) {
    case '+':
      return { value: line, end }
    case '-':
      return { value: new RedisError(line), end }
    case ':':
      return { value: Number(line), end }
    case '$':
      return readBulk(bytes, end, Number(line))
    case '*':
      return readArray(bytes, end, Number(line))
    default:
      throw new Error('it does not speak the protocol of Redis')
  }
}

function readBulk(bytes: Buffer, at: number, length: number): Read {
  if (length === -1) return { value: null, end: at }
  const end = at + length + 2
  // A copy: what was read is not held by what is still to be.
  return bytes.length < end ? undefined : { value: Buffer.from(bytes.subarray(at, end - 2)), end }
}

function readArray(bytes: Buffer, at: number, length: number): Read {
  if (length === -1) return { value: null, end: at }
  const values: RespValue[] = []
  let end = at
  for (let index = 0; index < length; index++) {
    const next = readValue(bytes, end)
    if (!next) return undefined
    values.push(next.value)
    end = next.end
  }
  return { value: values, end }
}
