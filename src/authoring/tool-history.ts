import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { HistoryFile } from '#content-files/history-file.ts'
import { readListing, readProof, readTools } from '#content-files/load.ts'
import { type ToolSpan, historyOf, toolHistory } from '#proof/history.ts'
import type { Command } from './arguments.ts'
import type { FileSession } from './file-session.ts'
import { NoCheckout } from './git.ts'
import { firstCommit, manifestChanges, oldestCommit } from './read-history.ts'
import { done, notDone, unknownListing } from './result.ts'
import { onOneLine } from './terminal-text.ts'

export const toolHistoryCommand: Command<FileSession> = {
  about: 'find since when a listing’s repository names each tool, and which ones left',
  more: `It reads every change of the manifests on the main line of a checkout, up to the commit of the
listing's proof. With --write it writes content/histories/<slug>.json.`,
  words: ['slug'],
  options: ['checkout', 'write'],
  check: (_, { checkout }) =>
    checkout === undefined ? 'Name a --checkout with the whole history.' : undefined,
  run: async (session, [slug = '']) => {
    const { root, values } = session
    const [listing, proof] = await Promise.all([readListing(root, slug), readProof(root, slug)])
    if (!listing || !proof) return unknownListing(session, slug)
    const known = (await readTools(root)).map((tool) => ({ slug: tool.slug, ...tool.value }))
    const folder = values.checkout!
    try {
      const spans = await toolHistory(known, manifestChanges(folder, proof.commit))
      const compatible = listing.compatibility.map(({ tool }) => tool)
      const shown = historyOf({ slug, tools: listing.tools, compatible }, spans, known)
      const file = fileOf(proof, await firstCommit(folder, proof.commit), shown)
      if (values.write) await write(root, slug, file)
      const older = await olderThan(file, folder)
      const value = { outcome: 'read', slug, ...file }
      return done(session, value, [...linesOf(slug, file), ...older].join('\n'))
    } catch (error) {
      if (!(error instanceof NoCheckout)) throw error
      return notDone(session, { outcome: 'not_read', slug }, `${slug}: ${onOneLine(error.message)}`)
    }
  },
}

function fileOf(
  { repository, commit }: { repository: string; commit: string },
  first: Date,
  spans: readonly ToolSpan[],
): HistoryFile {
  const bySlug = spans.toSorted((a, b) => a.since.at.getTime() - b.since.at.getTime())
  const written = ({ tool, since }: ToolSpan, at: { commit: string; path: string }) => ({
    slug: tool,
    since: since.at.toISOString(),
    path: at.path,
    commit: at.commit,
  })
  return {
    repository,
    commit,
    first_commit: first.toISOString(),
    tools: bySlug.flatMap((span) =>
      span.until ? [] : [written(span, { ...span.since, path: span.path })],
    ),
    past_tools: bySlug.flatMap((span) =>
      span.until ? [{ ...written(span, span.until), until: span.until.at.toISOString() }] : [],
    ),
  }
}

// A main line can begin long after the product, when its repository was set up anew and older work
// joined it by a merge. Such a history is not the product's.
async function olderThan({ commit, first_commit }: HistoryFile, folder: string): Promise<string[]> {
  const oldest = (await oldestCommit(folder, commit)).toISOString()
  return oldest < first_commit
    ? [
        `  OLDER WORK JOINED IT: of ${oldest.slice(0, 10)}; look whether the main line is the product’s`,
      ]
    : []
}

async function write(root: string, slug: string, file: HistoryFile): Promise<void> {
  const folder = path.join(root, 'content/histories')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, `${slug}.json`), `${JSON.stringify(file, null, 2)}\n`)
}

function linesOf(slug: string, { commit, first_commit, tools, past_tools }: HistoryFile): string[] {
  const day = (at: string) => at.slice(0, 10)
  return [
    `${slug}  at ${commit.slice(0, 12)}, from ${day(first_commit)}`,
    ...tools.map(
      (tool) => `  ${tool.slug.padEnd(24)} since ${day(tool.since)}  ${onOneLine(tool.path)}`,
    ),
    ...past_tools.map(
      (tool) =>
        `  ${tool.slug.padEnd(24)} ${day(tool.since)} to ${day(tool.until)}  ${onOneLine(tool.path)}`,
    ),
  ]
}
