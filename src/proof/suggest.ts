import { folderAround, isBeside } from './folders.ts'
import { isDirect } from './level.ts'
import { markerOf } from './manifests/manifest-kind.ts'
import type { Found, Proof } from './prove.ts'
import type { KnownTool } from './tool-index.ts'

/** Why a tool that was found in a repository may not be a part of the product. */
export const doubts = {
  product: 'it is the product itself',
  level: 'only extras, connectors, plugins, containers or deployment name it, or a host in code',
  many: 'one of many of its kind in one manifest, as of connectors',
  reached: 'a client of a place to host or of a channel, which it may only reach',
  beside: 'only folders beside the product name it, such as skills, experiments or deployment',
} as const satisfies Record<string, string>

/** A tool that was found and is not listed. Without a `doubt`, it is probably a part. */
export interface Suggestion {
  proof: Proof
  doubt: keyof typeof doubts | undefined
}

export interface ListedTools {
  slug: string
  tools: readonly string[]
}

/** With this many tools of one category, a manifest probably lists connectors, not parts. */
const many = { packages: 5, clients: 3 } as const

/** Doubtful if any manifest lists many of this category: users choose one of many providers. */
const providers = 'models-providers'

/** A client package of these shows a service that the product connects to, not a part of it. */
const reachedCategories: readonly string[] = ['hosting-infra', 'channels-integrations']

/**
 * The tools that were found but are not listed, those without a doubt first. `own` are the packages
 * that the repository itself publishes. The rules were chosen by comparing them with people's
 * judgements of listings (decision 30).
 */
export function suggest(
  tools: readonly KnownTool[],
  listing: ListedTools,
  { byTool }: Found,
  own: ReadonlySet<string>,
): Suggestion[] {
  const bySlug = new Map(tools.map((tool) => [tool.slug, tool]))
  const groupOf = ({ tool, path }: Proof) => `${path} ${bySlug.get(tool)!.category}`
  const groups = Map.groupBy([...byTool.values()].flat(), groupOf)
  const isClient = ({ tool, package: name }: Proof) =>
    bySlug.get(tool)!.client_packages.some((client) => `${name}/`.startsWith(`${client}/`))
  const isOneOfMany = (proof: Proof) => {
    const { size } = new Set(groups.get(groupOf(proof))!.map(({ tool }) => tool))
    return size >= many[isClient(proof) ? 'clients' : 'packages']
  }
  const doubtOf = (tool: string, proofs: readonly Proof[]): Suggestion => {
    const { category } = bySlug.get(tool)!
    const named = proofs.filter(({ level }) => isDirect(level))
    const ofOthers = named.filter((proof) => !own.has(proof.package))
    const required = ofOthers.filter(({ path }) => !isBeside(path))
    const alone = required.filter((proof) => !isOneOfMany(proof))
    const proof = alone[0] ?? required[0] ?? proofs[0]!
    const isProduct = tool === listing.slug || (ofOthers.length === 0 && named.length > 0)
    if (isProduct) return { proof, doubt: 'product' }
    if (named.length === 0 || isExtra(proofs, required)) return { proof, doubt: 'level' }
    if (required.length === 0) return { proof, doubt: 'beside' }
    const isMany = category === providers ? alone.length < required.length : alone.length === 0
    if (isMany) return { proof, doubt: 'many' }
    const isReached = reachedCategories.includes(category) && required.every(isClient)
    return { proof, doubt: isReached ? 'reached' : undefined }
  }
  const found = [...byTool].flatMap(([tool, proofs]) =>
    listing.tools.includes(tool) ? [] : [doubtOf(tool, proofs)],
  )
  return found.sort((one, other) => Number(!!one.doubt) - Number(!!other.doubt))
}

/**
 * Whether a tool is optional in a manifest, and required only by Dockerfiles or by requirements
 * files in the same folder as that manifest.
 */
function isExtra(proofs: readonly Proof[], required: readonly Proof[]): boolean {
  const optionalIn = proofs
    .filter(({ level }) => level === 'optional')
    .map(({ path }) => folderAround(path))
  const isWeak = ({ path }: Proof) => {
    const marker = markerOf(path)
    const isBesideExtra = marker === 'requirements.txt' && optionalIn.includes(folderAround(path))
    return marker === 'Dockerfile' || isBesideExtra
  }
  return optionalIn.length > 0 && required.length > 0 && required.every(isWeak)
}
