import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { publicKey, signatureOf, signingKey } from '#exports/manifest-signature.ts'
import { pullSnapshot } from './snapshot.ts'

const secret = signingKey('a secret of at least 32 characters, for tests')
const publisher = { site: 'https://proofstack.example', key: publicKey(secret) }
let folder: string
let files: Record<string, Buffer | string>
const server = createServer(({ url = '' }, response) => response.end(files[url.slice(6)]))

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-pull-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

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

const kept = () => path.join(folder, 'kept')
const keptText = () => readFile(path.join(kept(), 'snapshot.sqlite'), 'utf8')
const pull = () =>
  pullSnapshot(kept(), publisher, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)

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
