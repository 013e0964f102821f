import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import mime from 'mime'
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
import { sendProblem } from './problem.ts'

export interface StaticFile {
  type: string
  body: (encoding: Encoding) => Promise<Body>
}

interface Body {
  bytes: Uint8Array
  encoding: Encoding
  /** Of these very bytes: what is compressed is another representation. */
  etag: string
}

/** As many bytes of files are kept in memory; what is larger than a part of it is read each time. */
const keptBytes = 64 * 2 ** 20
const largestKept = 4 * 2 ** 20

/**
 * The static files of a build. Their names are read once: a request for what is not there costs no
 * look at the disk. Bodies are read, compressed and hashed when they are first asked for.
 */
export function staticFiles(root: string) {
  const kept = bodyCache()
  const names = new Set(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
      ),
  )

  const read = (name: string) =>
    kept.get(name, async () => {
      const bytes = await readFile(path.join(root, name))
      return { bytes, encoding: 'identity', etag: `"${hashOf(bytes)}"` }
    })

  const compressed = (name: string, encoding: Encoding) =>
    kept.get(`${name} ${encoding}`, async () => {
      const plain = await read(name)
      if (plain.bytes.length < smallestEncoded) return plain
      const bytes = await encoded(plain.bytes, encoding, 'file')
      return { bytes, encoding, etag: encodedTag(plain.etag, encoding) }
    })

  return {
    /** The name of the file at an address, if there is one. */
    nameAt: (address: string): string | undefined => {
      const decoded = decodedPath(address)
      if (decoded === undefined) return undefined
      const name = decoded.slice(1)
      return [name, name === '' ? 'index.html' : `${name}/index.html`].find((it) => names.has(it))
    },

    at: (name: string): StaticFile => ({
      type: contentType(name),
      body: (encoding) => (encoding === 'identity' ? read(name) : compressed(name, encoding)),
    }),
  }
}

/** Answers with a file: its encoding, its validators, its methods. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
  headers: Record<string, string>,
  status = 200,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendProblem(response, 405, `${request.method} does not work here; use GET.`)
  // A route names the type of a file that has no extension.
  const type = headers['content-type'] ?? file.type
  const accepted = wantedEncoding(request.headers['accept-encoding'])
  const body = await file.body(isText(type) ? accepted : 'identity')
  const all: Record<string, string | number> = {
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-type': type,
    ...headers,
    etag: body.etag,
    ...(isText(type) ? { vary: varying(headers['vary']) } : {}),
    ...(body.encoding === 'identity' ? {} : { 'content-encoding': body.encoding }),
  }
  if (status === 200 && isKnown(request.headers['if-none-match'], body.etag))
    return void response.writeHead(304, all).end()
  response
    .writeHead(status, { ...all, 'content-length': body.bytes.length })
    .end(request.method === 'HEAD' ? undefined : body.bytes)
}

// A client that has the file in another encoding has the same file.
function isKnown(sent: string | undefined, etag: string): boolean {
  if (sent === undefined) return false
  return plainTags(sent)
    .split(',')
    .some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === plainTags(etag))
}

/** Keeps what was made last, up to a size. Two who ask at once wait for the same. */
function bodyCache() {
  const kept = new Map<string, Body>()
  const underWay = new Map<string, Promise<Body>>()
  let size = 0

  const keep = (key: string, body: Body) => {
    if (body.bytes.length > largestKept) return
    kept.set(key, body)
    size += body.bytes.length
    for (const [oldest, { bytes }] of kept) {
      if (size <= keptBytes) return
      kept.delete(oldest)
      size -= bytes.length
    }
  }

  return {
    get: async (key: string, make: () => Promise<Body>): Promise<Body> => {
      const known = kept.get(key)
      if (known) return known
      const making =
        underWay.get(key) ??
        make()
          .then((body) => {
            keep(key, body)
            return body
          })
          .finally(() => underWay.delete(key))
      underWay.set(key, making)
      return making
    },
  }
}

// "//tools" and "/a/../tools" are not the address of the file, and routes that set its headers
// would not match.
function decodedPath(address: string): string | undefined {
  try {
    const decoded = decodeURIComponent(address)
    return decoded === path.posix.normalize(decoded) ? decoded : undefined
  } catch {
    return undefined
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
}

function contentType(file: string): string {
  const type = mime.getType(file) ?? 'application/octet-stream'
  return isText(type) ? `${type}; charset=utf-8` : type
}
