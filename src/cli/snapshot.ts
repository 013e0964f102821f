// The snapshot of the directory on this machine: the file that the site searches, with its signed
// manifest. `pull` downloads it, `--offline` answers from it.
import { type JsonWebKey, createHash, createPublicKey, verify } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BulkManifest } from '#contract/resources/bulk.ts'
import { askSite } from './call-site.ts'

const manifestName = 'index.json'
const signatureName = 'index.json.sig'
const fileName = 'snapshot.sqlite'

const mostManifestBytes = 2 ** 20
const mostSignatureBytes = 2 ** 10

/** The snapshot is missing or is not what the site signed; the message is for people. */
class NoSnapshot extends Error {}

/** The site of a snapshot. */
export interface Publisher {
  /** The address of the site, without a slash at its end. */
  site: string
  /** The public key of the site's manifest of /data. */
  key: JsonWebKey
}

/** The folder of the snapshot of a site, below the cache folder of the user. */
export function snapshotFolder({ site }: Publisher, cache: string): string {
  return path.join(cache, 'proofstack', new URL(site).host.replace(':', '-'))
}

/**
 * Downloads the snapshot from an address of the site into a folder and keeps it if it is what the site signed.
 * Throws `NoSnapshot`, and what `askSite` throws.
 */
export async function pullSnapshot(folder: string, publisher: Publisher, from: string) {
  await mkdir(path.dirname(folder), { recursive: true })
  // Written beside the kept one, which stays if anything fails.
  const fresh = await mkdtemp(`${folder}.`)
  const download = async (name: string, most: number) => {
    const response = await askSite(from, `/data/${name}`)
    if (!response.ok) throw new NoSnapshot(`${response.url} answered ${response.status}.`)
    await writeFile(path.join(fresh, name), bounded(response, most))
  }
  try {
    await download(manifestName, mostManifestBytes)
    await download(signatureName, mostSignatureBytes)
    const { bytes, date } = await readManifest(fresh, publisher)
    const kept = await readManifest(folder, publisher).catch(() => undefined)
    if (kept && date < kept.date)
      throw new NoSnapshot(
        `${from} offers a snapshot of ${date}, which is older than the one of ${kept.date} in ${folder}. Delete that folder to take the older one.`,
      )
    await download(fileName, bytes)
    await readSnapshot(fresh, publisher)
    await rm(folder, { recursive: true, force: true })
    await rename(fresh, folder)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return readSnapshot(folder, publisher)
}

async function* bounded({ body, url }: Response, most: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > most) throw new NoSnapshot(`${url} has more than ${most} bytes.`)
    yield chunk
  }
}

/**
 * The snapshot in a folder. Checks the signature of its manifest and the digest of its file each
 * time, which takes 10 ms for 3 MB. Throws `NoSnapshot`.
 */
export async function readSnapshot(folder: string, publisher: Publisher) {
  const listed = await readManifest(folder, publisher)
  const file = path.join(folder, fileName)
  const bytes = await readFile(file).catch(() => Buffer.alloc(0))
  if (createHash('sha256').update(bytes).digest('hex') !== listed.sha256)
    throw new NoSnapshot(
      `${fileName} in ${folder} is not the file of its manifest. Run pull again.`,
    )
  return { file, bytes: bytes.length, pulledAt: (await stat(file)).mtime }
}

/** What the signed manifest in a folder says of the snapshot, and the time of its latest change. */
async function readManifest(folder: string, { site, key }: Publisher) {
  const read = (name: string) => readFile(path.join(folder, name)).catch(() => undefined)
  const [manifest, signature] = await Promise.all([manifestName, signatureName].map(read))
  if (!manifest || !signature)
    throw new NoSnapshot(`There is no snapshot of ${site} here: proofstack pull downloads it.`)
  const publicKey = createPublicKey({ key, format: 'jwk' })
  if (!verify(null, manifest, publicKey, Buffer.from(signature.toString(), 'base64')))
    throw new NoSnapshot(
      `The manifest in ${folder} is not signed by ${site}. Run pull again; if it fails too, take the current command from ${site}/docs/cli.`,
    )
  // The cast is safe: the site signed the manifest.
  const { files, changelog_timestamp, removals } = JSON.parse(manifest.toString()) as BulkManifest
  const listed = files.find(({ url }) => url.endsWith(`/data/${fileName}`))
  if (!listed) throw new NoSnapshot(`The manifest of ${site} lists no ${fileName}.`)
  // A withdrawal takes the items of its listing out of the changelog.
  const times = [changelog_timestamp ?? '', ...removals.map(({ removed_at }) => removed_at)]
  return { ...listed, date: times.toSorted().at(-1)! }
}
