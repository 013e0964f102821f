import { readUnstamped } from '#content-files/check-file.ts'
import { readKnownTools } from '#content-files/load.ts'
import type { ListingFile } from '#content-files/schemas.ts'
import { type CheckedListing, checkListing } from '#proof/check-listing.ts'
import type { Proof } from '#proof/prove.ts'
import { gitHubName, readGitHub } from '#proof/repositories/read-github.ts'
import type { RepositoryRead } from '#proof/repositories/repository-read.ts'
import { doubts } from '#proof/suggest.ts'
import type { Command } from './arguments.ts'
import type { FileSession } from './file-session.ts'
import { NoCheckout } from './git.ts'
import type { Values } from './options.ts'
import type { Checked } from './proof-file.ts'
import { readCheckout } from './read-checkout.ts'
import { done, notDone, unknownListing } from './result.ts'
import { onOneLine } from './terminal-text.ts'

export const check: Command<FileSession> = {
  about: 'hold the tools of a listing against what its repository names',
  more: `It reads the public repository of the listing at GitHub (GITHUB_TOKEN raises the limit there), or a
checkout. What is not found is a question, and no verdict: tools are also called without a package. A product of several repositories names the further ones in source.others: they are read after the first
one, or with --repository alone. It writes nothing: reread does.`,
  takes: '<slug>',
  options: ['checkout', 'commit', 'repository'],
  check: (_, values) => commitProblem(values),
  run: async (session, [slug = '']) => {
    const { root, now, verifier } = session
    const written = await readUnstamped(root, slug, { now: now(), by: verifier })
    const listing = written ? fromFile(slug, written) : await session.findSubmitted(slug)
    return listing ? checkRepositories(session, listing) : unknownListing(session, slug)
  },
}

/** The problem of a --commit without a --checkout. */
export function commitProblem({ checkout, commit }: Values): string | undefined {
  return commit !== undefined && checkout === undefined
    ? '--commit names a commit of a --checkout.'
    : undefined
}

/** Reads the repositories of a listing, and says what they prove and what they need besides. */
async function checkRepositories(session: FileSession, listing: Checked): Promise<number> {
  const { root, values } = session
  const { slug, others = [] } = listing
  const known = await readKnownTools(root)
  const hosts = known.flatMap((tool) => tool.hosts)
  const { repository: named, checkout } = values
  if (named !== undefined && ![listing.repository, ...others].includes(named))
    return unknownListing(session, named)
  const wanted =
    named === undefined ? [listing.repository, ...(checkout === undefined ? others : [])] : [named]
  const readings = []
  for (const repository of wanted) {
    const outcome = await readRepository(session, { repository }, hosts)
    if ('reason' in outcome) {
      const value = { outcome: 'not_read', slug, ...outcome }
      return notDone(session, value, `${slug}: ${onOneLine(outcome.reason)}`)
    }
    const { read } = outcome
    const found = checkListing(known, listing, read)
    readings.push({ repository, read, found })
  }
  const [first] = readings
  const { files: _, ...about } = first!.read
  const value = { outcome: 'checked', slug, ...about, ...first!.found }
  const lines = readings.flatMap(({ repository, read, found }) =>
    linesOf({ ...listing, repository }, read, found),
  )
  return done(session, value, lines.join('\n'))
}

/** The tools and repositories of a listing's file. */
export function fromFile(slug: string, listing: ListingFile) {
  const { tools, url, source, evidence, compatibility, left_out } = listing
  const named = evidence.filter(({ type }) => type === 'repository').map((each) => each.url)
  const repository = source?.repository ?? repositoryIn([...named, url])
  const others = source?.others ?? []
  const decided = [...compatibility, ...left_out].map(({ tool }) => tool)
  const licence = source?.licence ?? null
  const about = { name: listing.name, source }
  return { slug, tools, repository, others, decided, licence, about } satisfies Checked
}

/** The repository at GitHub that one of these addresses is in. */
export function repositoryIn(urls: readonly string[]): string | undefined {
  const name = urls.map(gitHubName).find((each) => each !== undefined)
  return name === undefined ? undefined : `https://github.com/${name}`
}

type Outcome = { read: RepositoryRead } | { reason: string }

/** Reads the repository of a listing from a checkout or from GitHub. */
export async function readRepository(
  session: Pick<FileSession, 'values' | 'look' | 'gitHubToken'>,
  { repository }: Pick<Checked, 'repository'>,
  hosts: readonly string[] = [],
): Promise<Outcome> {
  const { look, gitHubToken } = session
  const { checkout, commit } = session.values
  const local = { repository: repository ?? '', commit, hosts }
  try {
    if (checkout !== undefined) return { read: await readCheckout(checkout, local) }
  } catch (error) {
    if (error instanceof NoCheckout) return { reason: error.message }
    throw error
  }
  const name = repository === undefined ? undefined : gitHubName(repository)
  if (name === undefined)
    return { reason: 'it names no repository at GitHub; name a folder with --checkout' }
  const answer = await readGitHub(look, name, await gitHubToken())
  if (answer.kind === 'read') return { read: answer.read }
  return { reason: `${answer.reason} A copy on this machine is read with --checkout FOLDER.` }
}

function linesOf(
  { slug, repository, decided = [] }: Checked,
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
      doubt === undefined && !decided.includes(proof.tool) ? [proofLine(proof)] : [],
    ),
    'Found, and decided on in its file': suggestions.flatMap(({ proof, doubt }) =>
      doubt === undefined && decided.includes(proof.tool) ? [proofLine(proof)] : [],
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
  return `${tool.padEnd(24)} ${level.padEnd(14)} ${onOneLine(file)}${line === null ? '' : `:${line}`}  ${onOneLine(named)}`
}
