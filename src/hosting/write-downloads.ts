import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { createDownload } from '#catalog/file/download.ts'
import { openBuiltCatalog } from '#catalog/built.ts'
import { addresses } from '#core/addresses.ts'
import { productTool, timestamp } from '#present/present.ts'
import { packagesOf } from '#core/tool-packages.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { downloadFile, snapshotFile, writeBulkFiles } from '#exports/bulk-files.ts'
import { historyFile, historyLine } from '#exports/history-file.ts'
import { publicKey, signatureOf, signingKey } from '#core/signing-key.ts'
import { sbomFile, sbomOf } from '#exports/sbom.ts'
import type { BuildInputs } from './build-inputs.ts'

/** The file with the signature of the manifest (index.json), in the same folder. */
const signatureFile = 'index.json.sig'

/** The file with the public key. The build moves it to /.well-known. */
export const keyFile = 'proofstack-key.json'

/** Writes the files under /data into a folder, from the catalogue and package-lock.json. */
export async function writeDownloads(
  folder: string,
  { catalog: file, changedAt, removals }: BuildInputs,
  { site, lock, secret }: { site: string; lock: string; secret: string },
): Promise<void> {
  const to = addresses(site)
  const catalog = openBuiltCatalog(file, to)
  const at = ({ name }: { name: string }) => path.join(folder, name)
  await mkdir(folder, { recursive: true })
  const download = createDownload(at(downloadFile), catalog, to.listing)
  const histories: string[] = []
  for (const detail of catalog.detailsBySlug()) {
    // The cast is safe: the catalogue wrote this JSON by the schema of `ProductDetail`.
    const product = JSON.parse(detail) as ProductDetail
    download.add(product, catalog.product(product.slug)!.examples())
    const line = historyLine(product)
    if (line !== undefined) histories.push(`${line}\n`)
  }
  download.close()
  await writeFile(at(historyFile), histories)
  await copyFile(file, at(snapshotFile))
  await writeFile(at(sbomFile), JSON.stringify(await materialsOf(path.dirname(lock))))
  const source = {
    count: catalog.count,
    products: catalog.detailsBySlug,
    tools: catalog.tools.map((tool) => ({ ...productTool(tool, to), ...packagesOf(tool) })),
    changedAt: changedAt && timestamp(changedAt),
    removals: removals.map(({ slug, removed_at }) => ({ slug, removed_at: timestamp(removed_at) })),
    extra: [
      { ...downloadFile, path: at(downloadFile) },
      { ...historyFile, path: at(historyFile), count: histories.length },
      { ...snapshotFile, path: at(snapshotFile) },
      { ...sbomFile, path: at(sbomFile), count: 0 },
    ],
  }
  await writeBulkFiles(folder, source, to)
  catalog.close()
  const key = signingKey(secret, 'manifest of /data')
  const manifest = await readFile(path.join(folder, 'index.json'))
  await writeFile(path.join(folder, signatureFile), signatureOf(manifest, key))
  await writeFile(path.join(folder, keyFile), JSON.stringify(publicKey(key)))
}

/** The bill of materials of a checkout, by npm. */
async function materialsOf(root: string) {
  const given = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
  // On Windows npm is a .cmd file, which only a shell can start.
  const shell = process.platform === 'win32'
  const printed = await promisify(execFile)('npm', given, { cwd: root, shell, maxBuffer: 2 ** 26 })
  const text = await readFile(path.join(root, 'package.json'), 'utf8')
  const manifest = JSON.parse(text) as { name: string; dependencies: Record<string, string> }
  return sbomOf(JSON.parse(printed.stdout), manifest)
}
