import { ownPackages } from './own-packages.ts'
import { type Found, type ProvedTool, type RepositoryFile, findTools, prove } from './prove.ts'
import { type ListedTools, type Suggestion, suggest } from './suggest.ts'
import type { KnownTool } from './tool-index.ts'

/** A listing compared with its repository. */
export interface CheckedListing {
  tools: ProvedTool[]
  suggestions: Suggestion[]
  broken: Found['broken']
}

/** Compares a listing with the files of its repository. */
export function checkListing(
  tools: readonly KnownTool[],
  listing: ListedTools,
  { files }: { files: readonly RepositoryFile[] },
): CheckedListing {
  const found = findTools(tools, files)
  return {
    tools: prove(listing.tools, found),
    suggestions: suggest(tools, listing, found, ownPackages(files)),
    broken: found.broken,
  }
}
