import { ownPackages } from './own-packages.ts'
import { type RepositoryFile, findTools } from './prove.ts'
import { type ListedTools, suggest } from './suggest.ts'
import type { KnownTool } from './tool-index.ts'

/** The result of comparing a listing with the files of its repository. */
export type CheckedListing = ReturnType<typeof checkListing>

/** Compares a listing with the files of its repository. */
export function checkListing(
  tools: readonly KnownTool[],
  listing: ListedTools,
  { files }: { files: readonly RepositoryFile[] },
) {
  const found = findTools(tools, files)
  return {
    /** The listed tools in their order, each with its strongest proof. */
    tools: listing.tools.map((slug) => {
      const [proof] = found.byTool.get(slug) ?? []
      if (!proof) return { slug, state: 'not_found' as const, proof }
      // Of a tool that is listed, nobody doubts that its connector is a part of the product.
      const level =
        proof.kind === 'required' && proof.level === 'optional' ? 'required' : proof.level
      return { slug, state: 'proved' as const, proof: { ...proof, level } }
    }),
    suggestions: suggest(tools, listing, found, ownPackages(files)),
    broken: found.broken,
    named: found.named,
  }
}
