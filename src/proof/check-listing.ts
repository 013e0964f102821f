import { ownPackages } from './own-packages.ts'
import { type Found, type Proof, type RepositoryFile, findTools } from './prove.ts'
import { type ListedTools, type Suggestion, suggest } from './suggest.ts'
import type { KnownTool } from './tool-index.ts'

/** The result of comparing a listing with the files of its repository. */
export interface CheckedListing {
  /** The listed tools in their order, each with its strongest proof. */
  tools: { slug: string; state: 'proved' | 'not_found'; proof: Proof | undefined }[]
  suggestions: Suggestion[]
  broken: Found['broken']
  named: Found['named']
}

/** Compares a listing with the files of its repository. */
export function checkListing(
  tools: readonly KnownTool[],
  listing: ListedTools,
  { files }: { files: readonly RepositoryFile[] },
): CheckedListing {
  const found = findTools(tools, files)
  return {
    tools: listing.tools.map((slug) => {
      const [proof] = found.byTool.get(slug) ?? []
      if (!proof) return { slug, state: 'not_found', proof }
      // Of a tool that is listed, nobody doubts that its connector is a part of the product.
      const level =
        proof.kind === 'required' && proof.level === 'optional' ? 'required' : proof.level
      return { slug, state: 'proved', proof: { ...proof, level } }
    }),
    suggestions: suggest(tools, listing, found, ownPackages(files)),
    broken: found.broken,
    named: found.named,
  }
}
