import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FactsFile } from '#content-files/facts-file.ts'
import { readFoundFacts } from '#content-files/load.ts'
import type { RepositoryRead } from '#proof/repositories/repository-read.ts'
import { factKey, joinFacts } from '#contract/resources/facts.ts'
import type { FileSession } from './file-session.ts'
import type { Checked } from './proof-file.ts'
import { readFacts } from './read-facts.ts'
import { onOneLine } from './terminal-text.ts'

/** What a check reads anew. The other facts of a file stay: no program finds them in a checkout. */
const isReadAnew = /^(?:hosting self_hosted|interface cli|deploy \w+|latest_release|contributors)$/

/**
 * Reads the facts about a listing of content/ from its checkout; with --write it writes
 * content/facts/<slug>.json. Returns a line for each.
 */
export async function checkFacts(
  { root, values }: Pick<FileSession, 'root' | 'values'>,
  { slug, about }: Pick<Checked, 'slug' | 'about'>,
  read: RepositoryRead,
): Promise<string[]> {
  if (values.checkout === undefined || !about) return []
  const found = await readFacts(values.checkout, read, { slug, ...about })
  const before = (await readFoundFacts(root, slug))?.facts ?? []
  const kept = before.filter((one) => !isReadAnew.test(factKey(one)))
  const facts = joinFacts(found, kept)
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
