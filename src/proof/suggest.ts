import { codeShare } from './code-share.ts'
import { folderAround, folderOf, isBeside } from './folders.ts'
import { importDoubt, isAdapted, isNamed, isOfScripts } from './importers.ts'
import { makerDoubt } from './makers.ts'
import { markerOf } from './manifests/manifest-kind.ts'
import type { Found, Proof } from './prove.ts'
import type { KnownTool } from './tool-index.ts'

/** Why a tool that was found is not said to be what the product is built with. */
export const doubts = {
  product: 'it is the product itself',
  related: 'the listing names it already as what the product works with',
  level: 'only extras, connectors, plugins, containers or deployment name it, or a host in code',
  many: 'one of many of its kind in one manifest, as of connectors',
  reached: 'a client of a place to host or of a channel, which it may only reach',
  adapter: 'imported by adapters of its name, and hardly by anything else',
  beside:
    'only what lies beside the product names or imports it, as skills, experiments or deployment',
  key: 'a service that watches the product, and is on with a key alone',
  kind: 'of a kind that was seldom right when people judged it',
  types: 'only its types are installed, or it builds nothing here, as where tests need it',
  peer: 'most manifests that name it are of libraries made for it',
  rare: 'too few files or folders import it, or hardly any code is written in it',
} as const satisfies Record<string, string>

/** A tool that was found and is not listed, with what speaks against it. */
export interface Suggestion {
  proof: Proof
  doubt: keyof typeof doubts | undefined
}

/** What is known of a repository beside its findings. */
export interface Surroundings {
  /** Whether a manifest lies apart from the product: ./apart.ts. */
  isApart?: (path: string) => boolean
  /** The packages that the repository itself is. */
  own?: Pick<ReadonlySet<string>, 'has'>
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

/** What watches a product is compiled into it, and off where nobody has set its key. */
const watchers: readonly string[] = ['observability-evals']

/** They are standards, and ask for no key. */
const standards: readonly string[] = ['opentelemetry', 'prometheus']

/** A client of them tells what a product reaches, not on what it runs. */
const places: readonly string[] = ['hosting-infra', 'channels-integrations']

/** Of a language there is more where a product is written in it, and not only a part beside it. */
const leastShare = 0.05

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
  { isApart = () => false, own = new Set() }: Surroundings = {},
): Suggestion[] {
  const bySlug = new Map(tools.map((tool) => [tool.slug, tool]))
  const sizes = crowds(byTool, bySlug)
  const isClient = ({ tool, package: named }: Proof) =>
    bySlug.get(tool)?.client_packages.some((name) => `${named}/`.startsWith(`${name}/`)) ?? false
  const isMany = (proof: Proof) =>
    sizes.get(crowdOf(proof, bySlug))! >= many[isClient(proof) ? 'clients' : 'parts']
  const isWrittenIn = (language: string) =>
    byTool.get(language)?.some(({ level }) => level === 'required') ?? false
  const doubtOf = (tool: string, proofs: readonly Proof[]): Suggestion => {
    const [strongest] = proofs
    const { category } = bySlug.get(tool)!
    const named = proofs.filter(({ level }) => level === 'required')
    const ofOthers = named.filter((proof) => !own.has(proof.package))
    const required = ofOthers.filter(({ path }) => !isBeside(path) && !isApart(path))
    const alone = required.filter((proof) => !isMany(proof))
    const [proof = required[0] ?? strongest!] = alone
    const isProduct = tool === listing.slug || (ofOthers.length === 0 && named.length > 0)
    if (isProduct) return { proof, doubt: 'product' }
    if (isExtra(proofs, required)) return { proof, doubt: 'level' }
    if (required.length === 0) return { proof, doubt: named.length === 0 ? 'level' : 'beside' }
    if (listing.related?.includes(tool)) return { proof, doubt: 'related' }
    const importers = importersOf(proof) ?? []
    const users = importers.filter((path) => folderOf(path) !== 'aside' && !isNamed(path, tool))
    const isProvider = providers.includes(category)
    if (isProvider ? alone.length < required.length : alone.length === 0 && users.length < widely)
      return { proof, doubt: 'many' }
    if (places.includes(category) && required.every(isClient)) return { proof, doubt: 'reached' }
    if (isAdapted(tool, importers)) return { proof, doubt: 'adapter' }
    const isScripted = category === 'frontend-ui' && required.every(isOfScripts)
    if ((codeShare(isScripted ? 'nodejs' : tool, paths) ?? 1) < leastShare)
      return { proof, doubt: 'rare' }
    // Of a stack that nobody has listed yet, what one file imports may be the heart.
    if (listing.tools.length === 0) return { proof, doubt: undefined }
    const isBesideTyped = tool === 'javascript' && isWrittenIn('typescript')
    if (watchers.includes(category) && !standards.includes(tool)) return { proof, doubt: 'key' }
    if (isProvider || isBesideTyped) return { proof, doubt: 'kind' }
    if (category === 'frontend-ui' && isPeer(proofs)) return { proof, doubt: 'peer' }
    const maker = makerDoubt(tool, required, { byTool, paths })
    if (maker !== undefined) return { proof, doubt: maker }
    const isService = required.every(isClient)
    return { proof, doubt: importDoubt(bySlug.get(tool)!, required, importersOf, isService) }
  }
  const found = [...byTool].flatMap(([tool, proofs]) =>
    listing.tools.includes(tool) ? [] : [doubtOf(tool, proofs)],
  )
  return found.sort((one, other) => Number(!!one.doubt) - Number(!!other.doubt))
}

/** Whether images, and lists beside a manifest to which it is an extra, are all that need it. */
function isExtra(proofs: readonly Proof[], required: readonly Proof[]): boolean {
  const left = proofs
    .filter(({ level }) => level === 'optional')
    .map(({ path }) => folderAround(path))
  const isListOfExtra = ({ path }: Proof) =>
    markerOf(path) === 'requirements.txt' && left.includes(folderAround(path))
  const isOfImage = ({ path }: Proof) => markerOf(path) === 'Dockerfile'
  const isAll = required.every((proof) => isOfImage(proof) || isListOfExtra(proof))
  return left.length > 0 && required.length > 0 && isAll
}

/** Whether most manifests that ask for a package leave it to others, too, as a library does. */
function isPeer(proofs: readonly Proof[]): boolean {
  const named = ({ path, package: name }: Proof) => `${path} ${name}`
  const left = new Set(proofs.filter(({ level }) => level === 'optional').map(named))
  const required = proofs.filter(({ level }) => level === 'required')
  return required.filter((proof) => left.has(named(proof))).length * 2 > required.length
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
