import { type Grep, apartFrom } from './apart.ts'
import { isBeside } from './folders.ts'
import { importPattern } from './import-pattern.ts'
import { ownPackages } from './own-packages.ts'
import { type Found, type ProvedTool, findTools, prove } from './prove.ts'
import type { RepositoryRead } from './repositories/repository-read.ts'
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
  grep?: Grep,
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
  // Of a stack that nobody has listed yet, a part that nothing names may be the heart.
  const naming = listing.tools.length > 0 ? grep : undefined
  const isApart = await apartOf(found, first, apartFrom(files, naming))
  const surroundings = { isApart, own: ownPackages(files) }
  const suggestions = suggest(
    tools,
    listing,
    found,
    (proof) => importers.get(proof.package),
    surroundings,
  )
  return { tools: prove(listing.tools, found), suggestions, broken: found.broken }
}

/** The manifests that lie apart, where nothing else names a tool. */
async function apartOf(
  { byTool }: Found,
  suggestions: readonly Suggestion[],
  liesApart: (path: string) => Promise<boolean>,
): Promise<(path: string) => boolean> {
  const apart = new Set<string>()
  for (const { proof, doubt } of suggestions) {
    if (doubt !== undefined && doubt !== 'many') continue
    const required = byTool.get(proof.tool)!.filter(({ level }) => level === 'required')
    const paths = [...new Set(required.map(({ path }) => path))].filter((path) => !isBeside(path))
    const isWithin = await some(paths, async (path) => !(await liesApart(path)))
    if (!isWithin) for (const path of paths) apart.add(path)
  }
  return (path) => apart.has(path)
}

async function some<T>(
  items: readonly T[],
  holds: (item: T) => Promise<boolean>,
): Promise<boolean> {
  for (const item of items) if (await holds(item)) return true
  return false
}
