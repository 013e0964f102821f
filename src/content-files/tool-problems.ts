import { coerce, gte } from 'semver'
import { searchKey } from '#core/search-key.ts'
import { namedTopicProblems, repeated } from './listing-problems.ts'
import { longQuotations } from './only-ours.ts'
import type { ToolFile } from './schemas.ts'

/** Problems of a tool's file that the schema cannot find. */
export function toolProblems(
  file: string,
  tool: ToolFile,
  categories: readonly { slug: string }[],
  topics: readonly string[],
): string[] {
  const known = categories.some(({ slug }) => slug === tool.category)
  return [
    ...(known ? [] : [`${file}: category: ${tool.category} is not in content/categories.yaml`]),
    ...namedTopicProblems(file, tool.topics, topics),
    ...(tool.no_package && isNamedByManifests(tool)
      ? [`${file}: no_package: there is one; leave this out`]
      : []),
    ...repeated(packagesOf(tool).map(({ field, purl: value }) => ({ file, field, value }))),
    ...(tool.main ?? [])
      .filter((purl) => ![...tool.packages, ...tool.images].includes(purl))
      .map((purl) => `${file}: main: ${purl} is none of its packages and images`),
    ...cycleProblems(tool.cycles).map((problem) => `${file}: cycles: ${problem}`),
    ...longQuotations(file, tool),
  ]
}

function cycleProblems(cycles: ToolFile['cycles']): string[] {
  const today = new Date().toISOString().slice(0, 10)
  return cycles.flatMap(({ line, released, ends, read }, place) => {
    const before = cycles[place - 1]
    // Of minors many makers leave numbers out.
    const step = `${before?.line}${line}`.includes('.') ? 1 : Number(line) - Number(before?.line)
    return [
      ...(before && gte(coerce(before.line)!, coerce(line)!)
        ? [`${line} stands after ${before.line}: oldest first, each once`]
        : []),
      ...(step > 1 ? [`between ${before?.line} and ${line} a line is missing`] : []),
      ...((before?.released ?? '') > (released ?? 'none')
        ? [`${line} was released before ${before?.line}`]
        : []),
      ...(released && ends && ends <= released ? [`${line} ends before it was released`] : []),
      ...(read > today ? [`${line} was read in the future`] : []),
    ]
  })
}

function isNamedByManifests(tool: ToolFile): boolean {
  return packagesOf(tool).some(({ field }) => field !== 'hosts') || tool.marker_files.length > 0
}

function packagesOf(tool: ToolFile) {
  return (['packages', 'client_packages', 'images', 'hosts'] as const).flatMap((field) =>
    tool[field].map((purl) => ({ field, purl })),
  )
}

/**
 * Problems of packages that prove two tools: both tools must list the package as shared, else the
 * package is a mistake in one of them.
 */
export function sharedPackages(tools: { slug: string; file: string; value: ToolFile }[]): string[] {
  const owners = new Map<string, string[]>()
  for (const { slug, value } of tools)
    for (const { purl } of packagesOf(value)) owners.set(purl, [...(owners.get(purl) ?? []), slug])
  return tools.flatMap(({ slug, file, value }) => {
    const others = (purl: string) => owners.get(purl)?.filter((owner) => owner !== slug) ?? []
    const unsaid = packagesOf(value).flatMap(({ field, purl }) =>
      others(purl).length === 0 || value.shared.includes(purl)
        ? []
        : [`${file}: ${field}: ${purl} also proves ${others(purl).join()}: name it in \`shared\``],
    )
    const wrong = value.shared.filter(
      (purl) => !owners.get(purl)?.includes(slug) || others(purl).length === 0,
    )
    return [
      ...unsaid,
      ...wrong.map((purl) => `${file}: shared: ${purl} is not of this tool and another`),
    ]
  })
}

/**
 * Problems of names that two tools share. A term of a stack query is matched with slugs, names and
 * aliases, ignoring case and punctuation, so each spelling must belong to one tool.
 */
export function sharedNames(tools: { slug: string; file: string; value: ToolFile }[]): string[] {
  const owners = new Map<string, string>()
  return tools.flatMap(({ slug, file, value }) =>
    [
      ['name', slug],
      ['name', value.name],
      ...value.aliases.map((alias) => ['aliases', alias]),
    ].flatMap(([field = '', name = '']) => {
      const key = searchKey(name)
      const owner = owners.get(key) ?? slug
      owners.set(key, owner)
      return owner === slug ? [] : [`${file}: ${field}: "${name}" also names the tool ${owner}`]
    }),
  )
}
