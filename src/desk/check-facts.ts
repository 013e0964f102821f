import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FactsFile } from '#content-files/facts-file.ts'
import { readCodeHosts, readListing } from '#content-files/load.ts'
import type { RepositoryRead } from '#proof/repositories/repository-read.ts'
import type { FileSession } from './file-session.ts'
import { readFacts } from './read-facts.ts'
import { onOneLine } from './terminal-text.ts'

/**
 * Reads the facts about a listing of content/ from its checkout; with --write it writes
 * content/facts/<slug>.json. Returns a line for each.
 */
export async function checkFacts(
  { root, values }: Pick<FileSession, 'root' | 'values'>,
  slug: string,
  read: RepositoryRead,
): Promise<string[]> {
  const listing = values.checkout === undefined ? undefined : await readListing(root, slug)
  if (values.checkout === undefined || !listing) return []
  const product = { slug, ...listing }
  const facts = await readFacts(values.checkout, read, product, await readCodeHosts(root))
  if (values.write) {
    const { repository, commit } = read
    const folder = path.join(root, 'content/facts')
    await mkdir(folder, { recursive: true })
    const text = JSON.stringify({ repository, commit, facts } satisfies FactsFile, null, 2)
    await writeFile(path.join(folder, `${slug}.json`), `${text}\n`)
  }
  return [
    `Facts (${facts.length})`,
    ...facts.map(
      ({ fact, value, source }) =>
        `  ${fact.padEnd(16)} ${onOneLine(value).padEnd(24)} ${onOneLine(source)}`,
    ),
  ]
}
