import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseDocument, isScalar } from 'yaml'
import { listingSlugs, readUnstamped } from '#content-files/check-file.ts'
import { readKnownTools } from '#content-files/load.ts'
import type { ListingFile } from '#content-files/schemas.ts'
import { checkListing } from '#proof/check-listing.ts'
import type { KnownTool } from '#proof/tool-index.ts'
import type { Command } from './arguments.ts'
import { changesInWords } from './changes-in-words.ts'
import { fromFile } from './check-repositories.ts'
import { commitToRead, copyOf } from './copies.ts'
import type { FileSession } from './file-session.ts'
import { NoCheckout } from './git.ts'
import { historyFile } from './history-file.ts'
import { type Reading, proofFile } from './proof-file.ts'
import { readCheckout } from './read-checkout.ts'
import { type Parts, factsFile, readParts, writeParts } from './read-listing.ts'
import { done, notDone } from './result.ts'
import { onOneLine } from './terminal-text.ts'

export const reread: Command<FileSession> = {
  about: 'read anew what machines read of listings: proofs, facts and history, from one commit',
  more: `It reads the newest commit of each repository's copy in the folder of --checkouts, named <owner>+<name>:
a checkout or a bare repository with its whole history. Without a slug it reads every listing that has
a copy there. A copy that holds nothing newer is read at the commit that the listing names, and its
age stays. It writes content/proofs, content/facts and content/histories, and the commit and days in
the listing's file, all or nothing of a listing, and prints what changed.`,
  takes: '[slug …]',
  options: ['checkouts', 'dryRun'],
  check: (_, { checkouts }) =>
    checkouts === undefined ? 'Name the folder of the copies: --checkouts FOLDER.' : undefined,
  run: async (session, slugs) => {
    const { root } = session
    const known = await readKnownTools(root)
    const results: Reread[] = []
    for (const slug of slugs.length > 0 ? slugs : await listingSlugs(root))
      results.push(
        await rereadOne(session, slug, known).catch((error: unknown) => {
          if (error instanceof NoCheckout)
            return { slug, outcome: 'not_read' as const, lines: [error.message] }
          throw error
        }),
      )
    // Without slugs, listings that have no copy are not asked for, so they are not reported.
    const asked = results.filter(({ outcome }) => slugs.length > 0 || outcome !== 'no_copy')
    const isDone = asked.every(({ outcome }) => outcome === 'read' || outcome === 'unchanged')
    const lines = asked.flatMap(({ slug, outcome, lines }) => [
      `${slug}: ${outcome.replace('_', ' ')}`,
      ...lines.map((line) => `  ${onOneLine(line)}`),
    ])
    return (isDone ? done : notDone)(
      session,
      { outcome: 'read', listings: asked },
      lines.join('\n'),
    )
  },
}

interface Reread {
  slug: string
  outcome: 'read' | 'unchanged' | 'no_copy' | 'not_read' | 'unknown'
  /** What changed, or why nothing was read. */
  lines: string[]
}

async function rereadOne(
  session: FileSession,
  slug: string,
  known: readonly KnownTool[],
): Promise<Reread> {
  const { root, now, verifier, values } = session
  const folder = values.checkouts!
  const written = await readUnstamped(root, slug, { now: now(), by: verifier })
  if (!written) return { slug, outcome: 'unknown', lines: [] }
  const { source } = written
  const copy = source && (await copyOf(folder, source.repository))
  if (!source || !copy) return { slug, outcome: 'no_copy', lines: [] }
  const before = await readParts(root, slug)
  const earlier = [source.commit, ...(before.proofs ? [before.proofs.commit] : [])]
  const { commit, on, isNewer } = await commitToRead(copy, earlier, source.committed_on)
  const listing = fromFile(slug, written)
  const hosts = known.flatMap((tool) => tool.hosts)
  const readingOf = async (repository: string, from: string, at: string): Promise<Reading> => {
    const read = await readCheckout(from, { repository, commit: at, hosts })
    return { read, found: checkListing(known, listing, read) }
  }
  const first = await readingOf(source.repository, copy, commit)
  if (isNewer && before.proofs && first.found.tools.every(({ proof }) => !proof))
    throw new NoCheckout(`${commit.slice(0, 12)} of ${on} proves none of its tools; look at it.`)
  const others: Reading[] = []
  for (const repository of source.others) {
    const from = await copyOf(folder, repository)
    if (from) others.push(await readingOf(repository, from, 'HEAD'))
  }
  const named = new Set([first, ...others].flatMap(({ found }) => [...found.named]))
  const isWhole = others.length === source.others.length
  const listed = { slug, named: isWhole ? named : undefined, ...written }
  const isAged = isNewer || commit !== before.proofs?.commit
  const checkedAt = isAged ? now().toISOString() : before.proofs!.checked_at
  const at = { repository: source.repository, commit }
  const after: Parts = {
    proofs: proofFile(listing, [first, ...others], before.proofs, checkedAt),
    facts: await factsFile(copy, listing, first.read, before.facts),
    histories: await historyFile(copy, at, listed, known),
  }
  const lines = changesInWords(before, after)
  const file = path.join(root, `content/listings/${slug}.yaml`)
  const text = await readFile(file, 'utf8')
  const dated = withSource(text, written, { commit, on, readAt: isNewer ? checkedAt : undefined })
  if (dated !== text) lines.unshift(`read at ${commit.slice(0, 12)} of ${on}`)
  if (isNewer && written.claim_review_status !== null)
    lines.push('its claim was reviewed at an older commit: empty claim_reviewed_at, look, stamp')
  if (lines.length === 0) return { slug, outcome: 'unchanged', lines }
  if (values.dryRun) return { slug, outcome: 'read', lines }
  await writeFile(`${file}.new`, dated)
  await writeParts(root, slug, after)
  await rename(`${file}.new`, file)
  return { slug, outcome: 'read', lines }
}

/** The text of a listing's file with the commit, its day, and when it was read if that is new. */
function withSource(
  text: string,
  { source }: ListingFile,
  { commit, on, readAt }: { commit: string; on: string; readAt: string | undefined },
): string {
  const isOther = commit !== source?.commit
  const values = {
    commit: isOther ? commit : undefined,
    committed_on: isOther || source.committed_on === null ? on : undefined,
    read_at: readAt,
  }
  const document = parseDocument(text)
  const places = Object.entries(values).flatMap(([key, value]) => {
    const node = value === undefined ? undefined : document.getIn(['source', key], true)
    return isScalar(node) && node.range ? [{ value: value!, range: node.range }] : []
  })
  // The last place first: it leaves the others where they are.
  return places
    .sort((one, other) => other.range[0] - one.range[0])
    .reduce(
      (all, { value, range: [from, to] }) => `${all.slice(0, from)}'${value}'${all.slice(to)}`,
      text,
    )
}
