// Everything that machines read of a listing, from one commit of a copy of its repository.
import { rename, writeFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { FactsFile } from '#content-files/facts-file.ts'
import type { HistoryFile } from '#content-files/history-file.ts'
import type { ProofFile } from '#content-files/schemas.ts'
import { readFoundFacts, readHistory, readProof } from '#content-files/load.ts'
import { factKey, joinFacts } from '#contract/resources/facts.ts'
import type { Checked } from './proof-file.ts'
import type { RepositoryRead } from '#proof/repositories/repository-read.ts'
import { readBlobs } from './git.ts'
import { readFacts } from './read-facts.ts'

/** The files of content/ that machines write of one listing. */
export interface Parts {
  proofs?: ProofFile | undefined
  facts?: FactsFile | undefined
  histories?: HistoryFile | undefined
}

/** Reads what earlier readings of a listing wrote. */
export async function readParts(root: string, slug: string): Promise<Parts> {
  const [proofs, facts, histories] = await Promise.all([
    readProof(root, slug),
    readFoundFacts(root, slug),
    readHistory(root, slug),
  ])
  return { proofs, facts, histories }
}

/** Most lines name a package, and many no version: their nulls are left out of the file. */
const withoutDefaults = (key: string, value: unknown) =>
  value === null && (key === 'requirement' || key === 'shows') ? undefined : value

/** Writes the parts of a listing: all are on the disk before the first takes its place. */
export async function writeParts(root: string, slug: string, parts: Parts): Promise<string[]> {
  const files = Object.entries(parts).map(([folder, value]) => ({
    file: `content/${folder}/${slug}.json`,
    text: `${JSON.stringify(value, withoutDefaults, 2)}\n`,
  }))
  for (const { file, text } of files) {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true })
    await writeFile(path.join(root, `${file}.new`), text)
  }
  for (const { file } of files) await rename(path.join(root, `${file}.new`), path.join(root, file))
  return files.map(({ file }) => file)
}

/** What is read anew. The other facts of a file stay: no program finds them in a checkout. */
const isReadAnew = /^(?:hosting self_hosted|interface cli|deploy \w+|latest_release|contributors)$/

/** The facts that a copy shows, and those of `before` that no program finds. */
export async function factsFile(
  folder: string,
  { slug, about }: Checked & { about: NonNullable<Checked['about']> },
  read: RepositoryRead,
  before: FactsFile | undefined,
): Promise<FactsFile> {
  const { repository, commit } = read
  const found = await readFacts(folder, read, { slug, ...about })
  const kept: FactsFile['facts'] = []
  for (const one of before?.facts ?? [])
    if (!isReadAnew.test(factKey(one)) && !(await isTrial(folder, one))) kept.push(one)
  return { repository, commit, facts: joinFacts(found, kept) }
}

/** Whether a fact says how to start what a line of a README below such a heading starts. */
async function isTrial(folder: string, { fact, source }: FactsFile['facts'][number]) {
  const [, place = ''] = source.split('/blob/')
  const [, commit, file, line] = /^([0-9a-f]{40})\/(.+\.md)#L(\d+)/.exec(place) ?? []
  if (fact !== 'start' || commit === undefined) return false
  const [text = ''] = (await readBlobs(folder, [`${commit}:${file}`])).values()
  const above = text.split('\n').slice(0, Number(line))
  const heading = above.findLast((each) => /^#{2,6} /.test(each)) ?? ''
  return /\b(?:demos?|examples?|development|contributing)\b/i.test(heading)
}
