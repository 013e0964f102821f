import { catalog, docPages, onSite, publishedChanges } from '#catalog/published.ts'
import { paths } from '#core/addresses.ts'
import { timestamp } from '#present/present.ts'
import { bulkFileNames, downloadFile, snapshotFile } from '#exports/bulk-files.ts'
import { documentation } from '#exports/documentation.ts'
import { historyFile } from '#exports/history-file.ts'
import { datasetAbout } from '#exports/structured-data.ts'

/** The pages of the documentation. */
export const docs = documentation(docPages, onSite)

/** Structured data of a page of the documentation: that of the files describes them as a data set. */
export function aboutDoc({ slug, description }: { slug: string; description: string }) {
  if (slug !== 'data-access') return []
  const kinds = [
    ...bulkFileNames(catalog.count),
    ...[downloadFile, historyFile, snapshotFile].map((file) => ({ ...file, names: [file.name] })),
  ]
  const files = kinds.flatMap(({ names, media_type }) =>
    names.map((name) => ({ url: paths.data(name), media_type })),
  )
  const [newest] = publishedChanges
  const asOf = newest && timestamp(newest.timestamp)
  const license = 'https://opensource.org/license/mit'
  return [datasetAbout({ description, license, asOf, files })]
}
