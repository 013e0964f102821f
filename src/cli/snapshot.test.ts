import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { publicKey, signatureOf, signingKey } from '#core/signing-key.ts'
import { listening } from '#testing/server-process.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { pullSnapshot } from './snapshot.ts'

const secret = signingKey('a secret of at least 32 characters, for tests', 'manifest of /data')
const publisher = { site: 'https://proofstack.example', key: publicKey(secret) }
let files: Record<string, Buffer | string>
const server = createServer(({ url = '' }, response) => response.end(files[url.slice(6)]))

let from: string
beforeAll(async () => {
  from = `http://127.0.0.1:${await listening(server)}`
})
afterAll(() => void server.close())

function publish(text: string, changed: string | null, removed: string[] = [], bytes = 100) {
  const sha256 = createHash('sha256').update(text).digest('hex')
  const manifest = Buffer.from(
    JSON.stringify({
      files: [{ url: `${publisher.site}/data/snapshot.sqlite`, sha256, bytes }],
      changelog_timestamp: changed,
      removals: removed.map((removed_at) => ({ slug: 'gone', removed_at })),
    }),
  )
  const signature = signatureOf(manifest, secret)
  files = { 'index.json': manifest, 'index.json.sig': signature, 'snapshot.sqlite': text }
}

let kept: string
beforeEach(() => {
  kept = path.join(temporaryFolder(), 'kept')
})
const keptText = () => readFile(path.join(kept, 'snapshot.sqlite'), 'utf8')
const pull = () => pullSnapshot(kept, publisher, from)

it('an older snapshot does not replace a newer one, though it was signed once', async () => {
  publish('of March', '2026-03-01T00:00:00.000Z')
  await pull()
  publish('of February', '2026-02-01T00:00:00.000Z')
  await expect(pull()).rejects.toThrow('older than the one of 2026-03-01')
  expect(await keptText()).toBe('of March')
  // The withdrawal took the newest item out of the changelog.
  publish('of April', '2026-02-01T00:00:00.000Z', ['2026-04-01T00:00:00.000Z'])
  await pull()
  expect(await keptText()).toBe('of April')
})

it('a file is not read past the size in the signed manifest', async () => {
  publish('x'.repeat(2_000_000), null, [], 1_000)
  await expect(pull()).rejects.toThrow('has more than 1000 bytes')
})
