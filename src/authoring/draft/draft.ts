import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { checkFile, fileWithDomain, readTopicSlugs } from '#content-files/check-file.ts'
import { readKnownTools } from '#content-files/load.ts'
import { isSlug } from '#contract/resources/fields.ts'
import { wantedSlug } from '#core/slug.ts'
import { checkListing } from '#proof/check-listing.ts'
import { gitHubName } from '#proof/repositories/read-github.ts'
import type { RepositoryRead } from '#proof/repositories/repository-read.ts'
import type { Command } from '#authoring/arguments.ts'
import { commitProblem, readRepository } from '#authoring/check-repositories.ts'
import { proofFile } from '#authoring/proof-file.ts'
import { writeParts } from '#authoring/read-listing.ts'
import type { FileSession } from '#authoring/file-session.ts'
import { done, notDone } from '#authoring/result.ts'
import { onOneLine } from '#authoring/terminal-text.ts'
import { draftText } from './draft-text.ts'
import { firstOf, wordsAtHost, wordsInManifests } from './own-words.ts'

export const draft: Command<FileSession> = {
  about: 'write the file of a listing from its repository; the texts are left to a person',
  more: `It reads the public repository at GitHub (GITHUB_TOKEN raises the limit there), or a checkout of it, and
writes content/listings/<slug>.yaml with what the repository proves, and its proofs as reread
does. A file that is there is not written over. What the repository says of itself stands behind a #.`,
  takes: '<repository> [slug]',
  options: ['checkout', 'commit', 'dryRun', 'as'],
  check: ([repository = ''], values) =>
    gitHubName(repository) === undefined
      ? `Name a repository as https://github.com/owner/name, not ${JSON.stringify(repository)}.`
      : commitProblem(values),
  run: draftListing,
}

/** Writes the file of a new listing and its proof file, or prints why that is impossible. */
async function draftListing(
  session: FileSession,
  [named = '', wanted]: readonly string[],
): Promise<number> {
  const repository = `https://github.com/${gitHubName(named)}`
  const { root, now, values } = session
  const refuse = (outcome: string, reason: string) => notDone(session, { outcome, reason }, reason)
  const reader = await session.reader()
  if (reader === undefined)
    return refuse(
      'no_reader',
      'Say who reads it, for read_by of its source: --as "Your name", or set user.name of git.',
    )
  const outcome = await readRepository(session, { repository })
  if ('reason' in outcome) return refuse('not_read', onOneLine(outcome.reason))
  const { read } = outcome
  const name = gitHubName(read.repository)?.split('/')[1] ?? ''
  const slug = wanted ?? wantedSlug(name, name)
  if (!isSlug(slug))
    return refuse('refused', `${JSON.stringify(slug)} is not a slug; name another.`)

  const said = await wordsOf(session, read)
  const url = ownAddress(said.homepage) ?? read.repository
  const taken = await fileWithDomain(root, [url, read.repository])
  if (taken !== undefined)
    return refuse('exists', `${taken} is the listing of this address already.`)

  const known = await readKnownTools(root)
  const nameOf = new Map(known.map((tool) => [tool.slug, tool.name]))
  const { suggestions } = checkListing(known, { slug, tools: [] }, read)
  const chosen = suggestions.filter(({ doubt }) => doubt === undefined).map(({ proof }) => proof)
  const editor = { now: now(), by: reader }
  const text = draftText({
    slug,
    name,
    url,
    said,
    topics: await readTopicSlugs(root),
    tools: chosen.map((proof) => ({ proof, name: nameOf.get(proof.tool)! })),
    doubted: suggestions.filter(({ doubt }) => doubt !== undefined),
    source: {
      repository: read.repository,
      commit: read.commit,
      committed_on: read.lastActivity.slice(0, 10),
      licence: read.licence,
      archived: read.archived,
      read_at: editor.now.toISOString(),
      read_by: reader,
    },
    left: read.left,
  })
  if (values.dryRun) return done(session, { outcome: 'drafted', slug, text }, text)

  const file = `content/listings/${slug}.yaml`
  if (!(await writeNew(path.join(root, file), text)))
    return refuse('exists', `${file} is there already; name another slug behind the repository.`)
  const tools = chosen.map(({ tool }) => tool)
  const found = checkListing(known, { slug, tools }, read)
  const listing = { slug, tools, repository: read.repository }
  const proofs = proofFile(listing, [{ read, found }], undefined, editor.now.toISOString())
  // A file that was not read may be the proof of a tool that now counts as not found.
  const proof =
    read.left === undefined
      ? `Written: ${(await writeParts(root, slug, { proofs })).join()}`
      : `No proofs written: not all was read. ${read.left}`
  const { problems } = await checkFile(root, file, editor)
  const todo = problems.length > 0 ? ['Still to do:', ...problems] : []
  const lines = [`Written: ${file}`, proof, ...todo]
  return done(session, { outcome: 'written', slug, file, proof, problems }, lines.join('\n'))
}

async function wordsOf({ look, gitHubToken, values }: FileSession, read: RepositoryRead) {
  const name = gitHubName(read.repository)
  // With --checkout, GitHub is not requested: the editor may be offline.
  const isOnline = name !== undefined && values.checkout === undefined
  const atHost = isOnline ? [await wordsAtHost(look, name, await gitHubToken())] : []
  return firstOf([...atHost, wordsInManifests(read.files)])
}

// Drops homepages on github.com: many repositories enter their own GitHub page there.
function ownAddress(homepage = ''): string | undefined {
  const url = URL.parse(homepage)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined
  return /(?:^|\.)github\.com$/.test(url.hostname) ? undefined : url.href
}

async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
