import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readListing, readTools } from '#content-files/load.ts'
import type { ListingFile, ProofFile } from '#content-files/schemas.ts'
import { findForReview } from '#db/review-queue.ts'
import { publishedLicence } from '#core/licence.ts'
import { type CheckedListing, checkListing } from '#proof/check-listing.ts'
import type { Proof } from '#proof/prove.ts'
import { BadArchive } from '#proof/repositories/archive-entry.ts'
import { readArchive } from '#proof/repositories/read-archive.ts'
import { gitHubName, readGitHub } from '#proof/repositories/read-github.ts'
import { type Reach, noReach } from '#proof/fetch/reach.ts'
import type { RepositoryRead } from '#proof/repositories/repository-read.ts'
import { doubts } from '#proof/suggest.ts'
import type { Command } from './arguments.ts'
import type { FileSession } from './file-session.ts'
import type { Session } from './session.ts'
import { NoCheckout } from './git.ts'
import { readCheckout } from './read-checkout.ts'
import { done, notDone, refused } from './tell.ts'
import { onOneLine } from './terminal-text.ts'

/** A listing to check, from a file of content/ or from the database. */
interface Checked {
  slug: string
  tools: readonly string[]
  repository: string | undefined
  /** The licence that the file of the listing states. */
  licence?: string | null
  isCurated: boolean
}

export const check: Command = {
  about: 'hold the tools of a listing against what its repository names',
  more: `It reads the public repository of the listing at GitHub (GITHUB_TOKEN raises the limit there), or a
checkout, or an archive of one commit: tar or tar.gz, as code hosts and git archive make them, of which
nothing is unpacked to the disk. What is not found is a question, and no verdict: tools are also called without a package.
With --write it writes content/proofs/<slug>.json, for a listing of content/ alone.`,
  words: ['slug'],
  options: ['checkout', 'archive', 'commit', 'write'],
  check: (_, { checkout, archive, commit }) => {
    if (checkout !== undefined && archive !== undefined)
      return 'Name a --checkout or an --archive, and not both.'
    return commit !== undefined && checkout === undefined && archive === undefined
      ? '--commit names a commit of a --checkout or an --archive.'
      : undefined
  },
  run: async (session, [slug = '']) => {
    const { root, values } = session
    const [tools, written] = await Promise.all([readTools(root), readListing(root, slug)])
    const listing = written ? fromFile(slug, written) : await findSubmitted(session, slug)
    if (!listing) return refused(session, { outcome: 'unknown', slug })
    const known = tools.map((tool) => ({ slug: tool.slug, ...tool.value }))
    const hosts = known.flatMap((tool) => tool.hosts)
    const outcome = await readRepository(session, listing, hosts)
    if ('reason' in outcome) {
      const value = { outcome: 'not_read', slug, ...outcome }
      return notDone(session, value, `${slug}: ${onOneLine(outcome.reason)}`)
    }
    const { read } = outcome
    const found = checkListing(known, listing, read)
    const { files: _, ...about } = read
    const file = values.write ? await writeProof(session, listing, read, found) : undefined
    const value = { outcome: 'checked', slug, ...about, ...found, file }
    const lines = [...linesOf(listing, read, found), ...(file ? [file.sentence] : [])]
    const finish = file?.isWritten === false ? notDone : done
    return finish(session, value, lines.join('\n'))
  },
}

function fromFile(slug: string, { tools, url, source, evidence }: ListingFile): Checked {
  const named = evidence.filter(({ type }) => type === 'repository').map((each) => each.url)
  const repository = source?.repository ?? repositoryIn([...named, url])
  return { slug, tools, repository, licence: source?.licence ?? null, isCurated: true }
}

async function findSubmitted({ backend }: Session, slug: string): Promise<Checked | undefined> {
  const row = await findForReview(backend.db, slug)
  if (!row) return undefined
  const repository = repositoryIn([row.url, ...row.supporting_links])
  return { slug, tools: row.tools, repository, isCurated: false }
}

function repositoryIn(urls: readonly string[]): string | undefined {
  const name = urls.map(gitHubName).find((each) => each !== undefined)
  return name === undefined ? undefined : `https://github.com/${name}`
}

type Outcome = { read: RepositoryRead } | { reason: string }

/** Reads the repository of a listing from an archive, from a checkout, or from GitHub. */
export async function readRepository(
  session: Pick<FileSession, 'values' | 'look' | 'gitHubToken'> & { reach?: Reach },
  { repository }: Pick<Checked, 'repository'>,
  hosts: readonly string[] = [],
): Promise<Outcome> {
  const { look, gitHubToken, reach } = session
  const { checkout, archive, commit } = session.values
  const local = { repository: repository ?? '', commit, hosts }
  try {
    if (archive !== undefined) return { read: await readArchive(archive, local) }
    if (checkout !== undefined) return { read: await readCheckout(checkout, local) }
  } catch (error) {
    if (error instanceof BadArchive) return { reason: `${archive} ${error.message}` }
    if (error instanceof NoCheckout) return { reason: error.message }
    throw error
  }
  const name = repository === undefined ? undefined : gitHubName(repository)
  if (name === undefined)
    return { reason: 'it names no repository at GitHub; name a folder with --checkout' }
  const answer = await readGitHub(look, name, await gitHubToken())
  if (answer.kind === 'read') return { read: answer.read }
  const isAway = answer.kind === 'failed' && (await reach?.findAway())
  return { reason: isAway ? `${noReach}, so nothing was read.` : answer.reason }
}

/** Writes the proof file of a listing in content/, unless a part of the repository was not read. */
export async function writeProof(
  { now, root }: Pick<FileSession, 'now' | 'root'>,
  { slug, repository, licence: byEditors = null, isCurated }: Checked,
  read: RepositoryRead,
  { tools }: CheckedListing,
): Promise<{ isWritten: boolean; sentence: string }> {
  const refuse = (sentence: string) => ({ isWritten: false, sentence: `Not written: ${sentence}` })
  if (!isCurated) return refuse(`${slug} is no listing of content/.`)
  if (repository === undefined) return refuse('its file names no repository.')
  // A file that was not read may be the proof of a tool that now counts as not found.
  if (read.left !== undefined) return refuse(`not all was read. ${read.left}`)
  const proof: ProofFile = {
    repository: read.repository,
    commit: read.commit,
    checked_at: now().toISOString(),
    licence: publishedLicence(read.licence, byEditors),
    last_activity: read.lastActivity,
    archived: read.archived,
    tools: tools.map(({ slug: tool, state, proof: found }) => ({
      slug: tool,
      state,
      level: found?.level ?? null,
      package: found?.package ?? null,
      source: found ? { path: found.path, line: found.line } : null,
    })),
  }
  const file = `content/proofs/${slug}.json`
  await mkdir(path.join(root, 'content/proofs'), { recursive: true })
  await writeFile(path.join(root, file), `${JSON.stringify(proof, null, 2)}\n`)
  return { isWritten: true, sentence: `Written: ${file}` }
}

function linesOf(
  { slug, repository }: Checked,
  read: RepositoryRead,
  { tools, suggestions, broken }: CheckedListing,
): string[] {
  const { commit, lastActivity, licence, archived, left } = read
  const state =
    archived === null ? 'archived or not is unknown' : archived ? 'ARCHIVED' : 'not archived'
  const isMoved = repository !== undefined && gitHubName(read.repository) !== gitHubName(repository)
  const parts = {
    'Listed and found': tools.flatMap(({ proof }) => (proof ? [proofLine(proof)] : [])),
    'Listed and not found': tools.flatMap(({ slug: tool, proof }) => (proof ? [] : [tool])),
    'Found and not listed': suggestions.flatMap(({ proof, doubt }) =>
      doubt === undefined ? [proofLine(proof)] : [],
    ),
    'Found, and perhaps only joined with': suggestions.flatMap(({ proof, doubt }) =>
      doubt === undefined ? [] : [`${proofLine(proof)}  (${doubts[doubt]})`],
    ),
    'Not readable': broken.map(({ path, reason }) => `${onOneLine(path)}: ${onOneLine(reason)}`),
  }
  return [
    `${slug}  ${onOneLine(read.repository)} at ${commit.slice(0, 12)}`,
    `  last commit ${lastActivity.slice(0, 10)}, licence ${licence ?? 'unknown'}, ${state}`,
    ...(isMoved ? [`  moved to ${onOneLine(read.repository)}`] : []),
    ...(left === undefined ? [] : [`  NOT ALL WAS READ: ${left}`]),
    ...Object.entries(parts).flatMap(([title, lines]) =>
      lines.length === 0 ? [] : [`${title} (${lines.length})`, ...lines.map((line) => `  ${line}`)],
    ),
  ]
}

// `path` and `package` come from repositories of strangers, so control characters are escaped.
function proofLine({ tool, level, path: file, line, package: named }: Proof): string {
  return `${tool.padEnd(24)} ${level.padEnd(14)} ${onOneLine(file)}:${line}  ${onOneLine(named)}`
}
