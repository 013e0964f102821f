import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { writeCatalog } from '#catalog/file/write.ts'
import { readDirectory } from '#catalog/read-directory.ts'
import type { Content } from '#content-files/load.ts'
import { addresses } from '#core/addresses.ts'
import type { Db } from '#db/connection/connect.ts'
import { compileMailsApart } from '#mail/compile-apart.ts'

export type BuildInputs = Awaited<ReturnType<typeof writeBuildInputs>>

/**
 * Writes the data of a build into a folder: the catalogue, other content of pages, and the mail
 * templates of the functions, all from one consistent read of the database. `onAnswer` is called once
 * the database has answered.
 */
export async function writeBuildInputs(
  folder: string,
  { db, content, site }: { db: Db; content: Content; site: string },
  onAnswer: () => void,
) {
  const at = (name: string) => path.join(folder, name)
  const write = (name: string, value: unknown) => writeFile(at(name), JSON.stringify(value))
  const catalog = at('catalog.sqlite')
  await mkdir(folder, { recursive: true })
  await rm(catalog, { force: true })
  for (const name of ['docs', 'clients', 'skills', 'icons', 'quarters'] as const)
    await write(`${name}.json`, content[name])
  // What the commands of editors need in a function, see editor-api/remote-session.ts.
  const { reviewReasons: reasons, codeHosts, topics } = content
  const topicSlugs = topics.map(({ slug }) => slug)
  await write('editor-content.json', { reasons, codeHosts, topicSlugs })
  return readDirectory(db, content, async ({ source, changes, issues, removals }) => {
    onAnswer()
    await Promise.all([
      writeCatalog(catalog, source, addresses(site)),
      compileMailsApart().then((mails) => write('mails.json', mails)),
    ])
    await write('changes.json', changes)
    await write('issues.json', issues)
    return {
      /** The path of the catalogue file that pages and functions read. */
      catalog,
      /** The time of the latest public change of a listing in the catalogue. */
      cursor: new Date(source.cursor),
      /** The time of the newest changelog item. */
      changedAt: changes[0] ? new Date(changes[0].timestamp) : null,
      /** The most recently withdrawn listings, latest first. */
      removals,
    }
  })
}
