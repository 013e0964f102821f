import { codeShare } from './code-share.ts'
import { folderOf } from './folders.ts'
import type { Found, Proof } from './prove.ts'
import type { KnownTool } from './tool-index.ts'

/** Why a tool that was found is not said to be what the product is built with. */
export const doubts = {
  product: 'it is the product itself',
  related: 'the listing names it already as what the product works with',
  level: 'only extras, connectors, plugins, containers or deployment name it, or a host in code',
  many: 'one of many of its kind in one manifest, as of connectors',
  reached: 'a client of a place to host or deploy, which it may only reach',
  adapter: 'imported by an adapter of its name, among others',
  rare: 'at most one file imports it, or hardly any code is written in it',
} as const satisfies Record<string, string>

/** A tool that was found and is not listed, with what speaks against it. */
export interface Suggestion {
  proof: Proof
  doubt: keyof typeof doubts | undefined
}

/** What a listing says that its product is built with, and works with. */
export interface ListedTools {
  slug: string
  tools: readonly string[]
  related?: readonly string[] | undefined
}

/** So many tools of one category in one manifest are connectors; fewer are, if by their clients. */
const many = { parts: 5, clients: 3 } as const

/** So many files that import a tool, and are not named like it, use it whatever stands beside it. */
const widely = 3

/** Of them one does the work of another: where a user chooses once, it is a choice everywhere. */
const providers: readonly string[] = ['models-providers']

/** A client of them tells what a product reaches, not on what it runs. */
const places: readonly string[] = ['hosting-infra']

/** What is used without being imported by name: a language, and what a page is styled or built with. */
const unimported: readonly string[] = ['languages-runtimes', 'frontend-ui']

/** What two sides speak is spoken in one place. */
const protocols: readonly string[] = [
  'a2a',
  'ag-ui',
  'agent-client-protocol',
  'model-context-protocol',
]

/** Of a language there is more where a product is written in it, and not only a part beside it. */
const leastShare = 0.02

/**
 * The tools that were found and are not listed: first those that the product seems to be built
 * with. The rules were chosen on listings whose finds a person had judged (decision 30); they never
 * demote a tool that is listed. `importersOf` tells the files that import a package, where somebody
 * looked and its name tells what to look for.
 */
export function suggest(
  tools: readonly KnownTool[],
  listing: ListedTools,
  { byTool, paths }: Found,
  importersOf: (proof: Proof) => readonly string[] | undefined = () => undefined,
): Suggestion[] {
  const bySlug = new Map(tools.map((tool) => [tool.slug, tool]))
  const sizes = crowds(byTool, bySlug)
  const isClient = ({ tool, package: named }: Proof) =>
    bySlug.get(tool)?.client_packages.some((name) => `${named}/`.startsWith(`${name}/`)) ?? false
  const isMany = (proof: Proof) =>
    sizes.get(crowdOf(proof, bySlug))! >= many[isClient(proof) ? 'clients' : 'parts']
  const isHardlyImported = (required: readonly Proof[]) => {
    const [{ tool }] = required as [Proof]
    // Of a stack that nobody has listed yet, what one file imports may be the heart.
    if (listing.tools.length === 0) return false
    if (unimported.includes(bySlug.get(tool)!.category) || protocols.includes(tool)) return false
    const all = required.map(importersOf)
    const own = all.flatMap((found) => found?.filter((path) => folderOf(path) !== 'aside') ?? [])
    return all.every((found) => found !== undefined) && new Set(own).size <= 1
  }
  const doubtOf = (tool: string, proofs: readonly Proof[]): Suggestion => {
    const [strongest] = proofs
    const required = proofs.filter(({ level }) => level === 'required')
    const alone = required.filter((proof) => !isMany(proof))
    const [proof = required[0] ?? strongest!] = alone
    if (tool === listing.slug) return { proof, doubt: 'product' }
    if (required.length === 0) return { proof, doubt: 'level' }
    if (listing.related?.includes(tool)) return { proof, doubt: 'related' }
    const importers = importersOf(proof) ?? []
    const own = importers.filter((path) => folderOf(path) !== 'aside' && !isNamed(path, tool))
    const isProvider = providers.includes(bySlug.get(tool)!.category)
    if (isProvider ? alone.length < required.length : alone.length === 0 && own.length < widely)
      return { proof, doubt: 'many' }
    if (places.includes(bySlug.get(tool)!.category) && required.every(isClient))
      return { proof, doubt: 'reached' }
    if (isAdapted(tool, importers)) return { proof, doubt: 'adapter' }
    const isRare = isHardlyImported(required) || (codeShare(tool, paths) ?? 1) < leastShare
    return { proof, doubt: isRare ? 'rare' : undefined }
  }
  const found = [...byTool].flatMap(([tool, proofs]) =>
    listing.tools.includes(tool) ? [] : [doubtOf(tool, proofs)],
  )
  return found.sort((one, other) => Number(!!one.doubt) - Number(!!other.doubt))
}

/** How many tools of one category a manifest names. */
function crowds(
  byTool: Found['byTool'],
  bySlug: ReadonlyMap<string, KnownTool>,
): ReadonlyMap<string, number> {
  const tools = new Map<string, Set<string>>()
  for (const [tool, proofs] of byTool)
    for (const proof of proofs) {
      const crowd = crowdOf(proof, bySlug)
      tools.set(crowd, (tools.get(crowd) ?? new Set()).add(tool))
    }
  return new Map([...tools].map(([crowd, { size }]) => [crowd, size]))
}

function crowdOf({ tool, path }: Proof, bySlug: ReadonlyMap<string, KnownTool>): string {
  return `${path} ${bySlug.get(tool)?.category}`
}

const adapters =
  /(?:^|\/)(?:[\w-]*[-_])?(?:providers?|connectors?|adapters?|integrations?|plugins?|drivers?|backends?|clients?|tools?|channels?|vector_?stores?|llms?|models?|embeddings?|loaders?)\//

/** Whether most files that import a tool carry its name in a folder of such files. */
function isAdapted(tool: string, importers: readonly string[]): boolean {
  const adapted = importers.filter(
    (path) => adapters.test(path.toLowerCase()) && isNamed(path, tool),
  )
  return adapted.length * 2 > importers.length
}

function isNamed(path: string, tool: string): boolean {
  const folded = path.toLowerCase()
  return tool.split('-').some((word) => word.length > 2 && folded.includes(word))
}
