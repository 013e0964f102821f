// content/histories/<slug>.json, made from the history of a copy of a listing's repository.
import type { HistoryFile } from '#content-files/history-file.ts'
import type { ListingFile } from '#content-files/schemas.ts'
import { type ListedTools, type ToolSpan, historyOf, toolHistory } from '#proof/history.ts'
import type { KnownTool } from '#proof/tool-index.ts'
import { firstCommit, manifestChanges } from './read-history.ts'

/** Reads every change of the manifests on the main line of a copy, up to a commit. */
export async function historyFile(
  folder: string,
  { repository, commit }: { repository: string; commit: string },
  listing: Pick<ListedTools, 'slug' | 'named'> & Pick<ListingFile, 'tools' | 'compatibility'>,
  known: readonly KnownTool[],
): Promise<HistoryFile> {
  const all = await toolHistory(known, manifestChanges(folder, commit))
  const compatible = listing.compatibility.map(({ tool }) => tool)
  const spans = historyOf({ ...listing, compatible }, all, known).sort(
    (a, b) => a.since.at.getTime() - b.since.at.getTime(),
  )
  return {
    repository,
    commit,
    first_commit: (await firstCommit(folder, commit)).toISOString(),
    tools: spans.flatMap((span) =>
      span.until ? [] : [written(span, { ...span.since, path: span.path })],
    ),
    past_tools: spans.flatMap((span) =>
      span.until ? [{ ...written(span, span.until), until: span.until.at.toISOString() }] : [],
    ),
  }
}

function written({ tool, since }: ToolSpan, at: { commit: string; path: string }) {
  return { slug: tool, since: since.at.toISOString(), path: at.path, commit: at.commit }
}
