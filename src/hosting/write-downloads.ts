import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createDownload } from '#catalog/file/download.ts'
import { openBuiltCatalog } from '#catalog/open.ts'
import { addresses } from '#core/addresses.ts'
import { productTool, timestamp } from '#present/present.ts'
import { packagesOf } from '#core/tool-packages.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { downloadFile, writeBulkFiles } from '#exports/bulk-files.ts'
import { type PackageLock, sbomFile, sbomOf } from '#exports/sbom.ts'
import type { BuildInputs } from './build-inputs.ts'

/** Writes the files under /data into a folder, from the catalogue of the build and the package lock. */
export async function writeDownloads(
  folder: string,
  { catalog: file, changedAt, removals }: BuildInputs,
  { site, lock }: { site: string; lock: string },
): Promise<void> {
  const to = addresses(site)
  const catalog = openBuiltCatalog(file, to)
  const database = path.join(folder, downloadFile.name)
  await mkdir(folder, { recursive: true })
  const download = createDownload(database, catalog, to.listing)
  // Trusted bytes: the catalogue's own.
  for (const detail of catalog.detailsBySlug()) download.add(JSON.parse(detail) as ProductDetail)
  download.close()
  const sbom = path.join(folder, sbomFile.name)
  const locked = JSON.parse(await readFile(lock, 'utf8')) as PackageLock
  await writeFile(sbom, JSON.stringify(sbomOf(locked)))
  const source = {
    count: catalog.total,
    products: catalog.detailsBySlug,
    tools: catalog.tools.map((tool) => ({ ...productTool(tool, to), ...packagesOf(tool) })),
    changedAt: changedAt && timestamp(changedAt),
    removals: removals.map(({ slug, removed_at }) => ({ slug, removed_at: timestamp(removed_at) })),
    extra: [
      { ...downloadFile, path: database },
      { ...sbomFile, path: sbom, count: 0 },
    ],
  }
  await writeBulkFiles(folder, source, to)
  catalog.close()
}
