import { mkdir, readFile, writeFile } from 'node:fs/promises'
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
import { NoCheckout, readCheckout } from './read-checkout.ts'
import { refused } from './tell.ts'
import { onOneLine } from './terminal-text.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** What is checked: a listing of content/, or one of the database. */
interface Checked {
  slug: string
  tools: readonly string[]
  repository: string | undefined
  /** The licence that editors read in it. */
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
    const [tools, written] = await Promise.all([readTools(root), readListing(root, slug)])
    const listing = written ? fromFile(slug, written) : await findSubmitted(session, slug)
    if (!listing) return refused(session, { outcome: 'unknown', slug })
    const known = tools.map((tool) => ({ slug: tool.slug, ...tool.value }))
    const hosts = known.flatMap((tool) => tool.hosts)
    const outcome = await readRepository(session, listing, hosts)
    if ('reason' in outcome) {
      session.print(
        { outcome: 'not_read', slug, ...outcome },
        `${slug}: ${onOneLine(outcome.reason)}`,
      )
      return 1
    }
    const { read } = outcome
    const found = checkListing(known, listing, read)
    const { files: _, ...about } = read
    const file = session.values.write ? await writeProof(session, listing, read, found) : undefined
    session.print(
      { outcome: 'checked', slug, ...about, ...found, file },
      [...linesOf(listing, read, found), ...(file ? [file.sentence] : [])].join('\n'),
    )
    return file?.isWritten === false ? 1 : 0
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

/** Reads the repository of a listing where the options say: a checkout, or its host. */
export async function readRepository(
  session: Pick<FileSession, 'values' | 'look' | 'gitHubToken'> & { reach?: Reach },
  { repository }: Pick<Checked, 'repository'>,
  hosts: readonly string[] = [],
): Promise<Outcome> {
  const { look, gitHubToken, reach } = session
  const { checkout, archive, commit } = session.values
  if (archive !== undefined) {
    try {
      return { read: await readArchive(archive, { repository: repository ?? '', commit, hosts }) }
    } catch (error) {
      if (error instanceof BadArchive) return { reason: `${archive} ${error.message}` }
      throw error
    }
  }
  if (checkout !== undefined) {
    try {
      return { read: await readCheckout(checkout, { repository: repository ?? '', commit, hosts }) }
    } catch (error) {
      if (error instanceof NoCheckout) return { reason: error.message }
      throw error
    }
  }
  const name = repository === undefined ? undefined : gitHubName(repository)
  if (name === undefined)
    return { reason: 'it names no repository at GitHub; name a folder with --checkout' }
  const asked = await readGitHub(look, name, await gitHubToken())
  if (asked.kind === 'read') return { read: asked.read }
  const isAway = asked.kind === 'failed' && (await reach?.findAway())
  return { reason: isAway ? `${noReach}, so nothing was read.` : asked.reason }
}

/** Writes what a repository proves of a listing of content/, which is nobody's handwork. */
export async function writeProof(
  { now, root }: Pick<FileSession, 'now' | 'root'>,
  { slug, repository, licence: byEditors = null, isCurated }: Checked,
  read: RepositoryRead,
  { tools }: CheckedListing,
): Promise<{ isWritten: boolean; sentence: string }> {
  const refuse = (sentence: string) => ({ isWritten: false, sentence: `Not written: ${sentence}` })
  if (!isCurated) return refuse(`${slug} is no listing of content/.`)
  if (repository === undefined) return refuse('its file names no repository.')
  // What was not read may hold what was not found.
  if (read.left !== undefined) return refuse(`not all was read. ${read.left}`)
  const { commit, licence, archived, lastActivity } = read
  const proof: ProofFile = {
    repository: read.repository,
    commit,
    checked_at: now().toISOString(),
    licence: publishedLicence(licence, byEditors),
    last_activity: lastActivity,
    archived,
    tools: tools.map(({ slug: tool, state, proof: found }) => ({
      slug: tool,
      state,
      level: found?.level ?? null,
      package: found?.package ?? null,
      source: found ? { path: found.path, line: found.line } : null,
    })),
  }
  const file = path.join(root, 'content/proofs', `${slug}.json`)
  const text = `${JSON.stringify(proof, null, 2)}\n`
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
  const isThere = (await readFile(file, 'utf8')) === text
  return { isWritten: isThere, sentence: `Written: content/proofs/${slug}.json` }
}

function linesOf(
  { slug, repository }: Checked,
  read: RepositoryRead,
  { tools, suggestions, broken }: CheckedListing,
): string[] {
  const { commit, lastActivity, licence, archived, left } = read
  const state =
    archived === null ? 'archived or not is unknown' : archived ? 'ARCHIVED' : 'not archived'
  const moved =
    repository !== undefined && gitHubName(read.repository) !== gitHubName(repository)
      ? [`  moved to ${onOneLine(read.repository)}`]
      : []
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title} (${lines.length})`, ...lines.map((line) => `  ${line}`)]
  const sure = suggestions.filter(({ doubt }) => doubt === undefined)
  const doubted = suggestions.flatMap(({ proof, doubt }) =>
    doubt === undefined ? [] : [`${proofLine(proof)}  (${doubts[doubt]})`],
  )
  return [
    `${slug}  ${onOneLine(read.repository)} at ${commit.slice(0, 12)}`,
    `  last commit ${lastActivity.slice(0, 10)}, licence ${licence ?? 'unknown'}, ${state}`,
    ...moved,
    ...(left === undefined ? [] : [`  NOT ALL WAS READ: ${left}`]),
    ...part(
      'Listed and found',
      tools.flatMap(({ proof }) => (proof ? [proofLine(proof)] : [])),
    ),
    ...part(
      'Listed and not found',
      tools.flatMap(({ slug: tool, proof }) => (proof ? [] : [tool])),
    ),
    ...part(
      'Found and not listed',
      sure.map(({ proof }) => proofLine(proof)),
    ),
    ...part('Found, and perhaps only joined with', doubted),
    ...part(
      'Not readable',
      broken.map(({ path: file, reason }) => `${onOneLine(file)}: ${onOneLine(reason)}`),
    ),
  ]
}

// Paths are those of somebody else's repository.
function proofLine({ tool, level, path: file, line, package: named }: Proof): string {
  return `${tool.padEnd(24)} ${level.padEnd(14)} ${onOneLine(file)}:${line}  ${onOneLine(named)}`
}
