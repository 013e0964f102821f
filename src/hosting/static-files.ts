import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import mime from 'mime'
import { attempt } from '#core/attempt.ts'
import {
  type Encoding,
  encoded,
  encodedTag,
  isText,
  plainTags,
  smallestEncoded,
  varying,
  wantedEncoding,
} from './content-encoding.ts'
import { filesBelow } from './files-below.ts'
import { sendProblem } from './problem.ts'
import { holdUnread } from './unread-answers.ts'

interface Body {
  /** The path of a file that is too large to be kept: it is read while it is sent. */
  content: Uint8Array | string
  length: number
  encoding: Encoding
  /** The ETag of these bytes. The compressed and the uncompressed bytes have different ETags. */
  etag: string
}

/** In bytes: the size of the cache of file contents, and the largest content in it. */
const keptBytes = 64 * 2 ** 20
const largestKept = 4 * 2 ** 20

/** In bytes: what a file needs while it is read and sent, two chunks of a stream. */
const streamedBytes = 128 * 1024

/**
 * The static files of a build. The names of all files are read once, so a request for a missing
 * file needs no access to the disk. A file is read, compressed and hashed at its first request.
 */
export function staticFiles(root: string) {
  const kept = bodyCache()
  const names = new Set(filesBelow(root).map((name) => name.split(path.sep).join('/')))

  const read = (name: string) =>
    kept(name, async () => {
      const file = path.join(root, name)
      const { size: length } = await stat(file)
      const content = length > largestKept ? file : await readFile(file)
      return { content, length, encoding: 'identity', etag: `"${await hashOf(content)}"` }
    })

  const compressed = (name: string, encoding: Encoding) =>
    kept(`${name} ${encoding}`, async () => {
      const plain = await read(name)
      if (plain.length < smallestEncoded) return plain
      const bytes =
        typeof plain.content === 'string' ? await readFile(plain.content) : plain.content
      const content = await encoded(bytes, encoding, 'file')
      // Too large to be kept: compressing it for each request costs more than it saves.
      if (content.length > largestKept) return plain
      const etag = encodedTag(plain.etag, encoding)
      return { content, length: content.length, encoding, etag }
    })

  return {
    /** The name of the file for a path; undefined if there is none. */
    nameAt: (address: string): string | undefined => {
      const decoded = decodedPath(address)
      if (decoded === undefined) return undefined
      const name = decoded.slice(1)
      return [name, name === '' ? 'index.html' : `${name}/index.html`].find((it) => names.has(it))
    },

    /** Answers with a file, in the best encoding that the client accepts, and with its ETag. */
    send: async (
      request: IncomingMessage,
      response: ServerResponse,
      name: string,
      headers: Record<string, string>,
      status = 200,
    ): Promise<void> => {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return sendProblem(response, 405, `${request.method} does not work here; use GET.`)
      // Files without an extension get their type from a route.
      const type = headers['content-type'] ?? contentType(name)
      const accepted = wantedEncoding(request.headers['accept-encoding'])
      const isPlain = accepted === 'identity' || !isText(type)
      const body = await (isPlain ? read(name) : compressed(name, accepted))
      const { content, length, encoding, etag } = body
      const all: Record<string, string | number> = {
        'cache-control': 'public, max-age=0, must-revalidate',
        'content-type': type,
        ...headers,
        etag,
        ...(isText(type) ? { vary: varying(headers['vary']) } : {}),
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      }
      if (status === 200 && isKnown(request.headers['if-none-match'], etag))
        return void response.writeHead(304, all).end()
      response.writeHead(status, { ...all, 'content-length': length })
      if (request.method === 'HEAD') return void response.end()
      if (typeof content !== 'string') return void response.end(content)
      holdUnread(response, streamedBytes)
      await pipeline(createReadStream(content), response)
    },
  }
}

// An ETag of the file in another encoding also counts: the content of the file is the same.
function isKnown(sent: string | undefined, etag: string): boolean {
  if (sent === undefined) return false
  return plainTags(sent)
    .split(',')
    .some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === plainTags(etag))
}

/** Caches recently requested files, up to a total size. Concurrent requests share one read. */
function bodyCache() {
  const kept = new Map<string, Promise<Body>>()
  const sizes = new Map<string, number>()
  let size = 0

  const forget = (key: string) => {
    kept.delete(key)
    size -= sizes.get(key) ?? 0
    sizes.delete(key)
  }

  return (key: string, make: () => Promise<Body>): Promise<Body> => {
    const known = kept.get(key)
    if (known) return known
    const body = make()
    kept.set(key, body)
    const measure = async () => {
      const { content, length } = await body
      if (typeof content === 'string') return
      sizes.set(key, length)
      size += length
      for (const oldest of sizes.keys()) if (size > keptBytes) forget(oldest)
    }
    measure().catch(() => forget(key))
    return body
  }
}

// Paths such as "//tools" and "/a/../tools" are not the file /tools: routes that set headers for
// /tools would not match them.
function decodedPath(address: string): string | undefined {
  const decoded = attempt(() => decodeURIComponent(address))
  return decoded !== undefined && decoded === path.posix.normalize(decoded) ? decoded : undefined
}

async function hashOf(content: Uint8Array | string): Promise<string> {
  const hash = createHash('sha256')
  if (typeof content !== 'string') hash.update(content)
  else await pipeline(createReadStream(content), hash)
  return hash.digest('base64url').slice(0, 27)
}

function contentType(file: string): string {
  const type = mime.getType(file) ?? 'application/octet-stream'
  return isText(type) ? `${type}; charset=utf-8` : type
}
