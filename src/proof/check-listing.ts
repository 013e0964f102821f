import { importPattern } from './import-pattern.ts'
import { type Found, type ProvedTool, findTools, prove } from './prove.ts'
import type { RepositoryRead } from './repository-read.ts'
import { type ListedTools, type Suggestion, suggest } from './suggest.ts'
import type { KnownTool } from './tool-index.ts'

/** A listing held against its repository. */
export interface CheckedListing {
  tools: ProvedTool[]
  /** Found and not listed; those without a doubt come first. */
  suggestions: Suggestion[]
  broken: Found['broken']
}

/**
 * Holds a listing against its repository. `grep` looks for a pattern in source files, where these
 * are at hand.
 */
export async function checkListing(
  tools: readonly KnownTool[],
  listing: ListedTools,
  { files }: Pick<RepositoryRead, 'files'>,
  grep?: (pattern: string) => Promise<string[]>,
): Promise<CheckedListing> {
  const found = findTools(tools, files)
  const first = suggest(tools, listing, found)
  const importers = new Map<string, readonly string[]>()
  for (const { proof, doubt } of grep ? first : []) {
    // Who imports a tool may dispel this doubt.
    const isOpen = doubt === undefined || doubt === 'many'
    const proofs = isOpen ? found.byTool.get(proof.tool)! : []
    const packages = proofs.filter(({ level }) => level === 'required').map((each) => each.package)
    for (const named of new Set(packages)) {
      const pattern = importPattern(named)
      if (pattern !== undefined) importers.set(named, await grep!(pattern))
    }
  }
  const suggestions = suggest(tools, listing, found, (proof) => importers.get(proof.package))
  return { tools: prove(listing.tools, found), suggestions, broken: found.broken }
}
