import { DatabaseSync } from 'node:sqlite'
import type { SearchDocument, SearchTopic } from '#search/document.ts'
import { openIndex } from '#search/open-index.ts'
import { indexSchema, indexWriter, indexesOfSearch } from '#search/write-index.ts'

/** Makes a search index of these documents, in memory by default. */
export function indexOf(
  documents: readonly SearchDocument[],
  topics: ReadonlyMap<string, SearchTopic> = new Map(),
  database = new DatabaseSync(':memory:'),
) {
  database.exec(indexSchema + indexesOfSearch)
  database.exec('begin')
  const writer = indexWriter(database, topics)
  for (const document of documents) writer.add(document)
  writer.finish()
  database.exec('commit')
  return openIndex(database)
}
