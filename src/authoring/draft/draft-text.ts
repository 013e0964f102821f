import { listingGuide } from '#content-files/listing-guide.ts'
import type { ListingFile } from '#content-files/schemas.ts'
import { enums } from '#contract/enums.ts'
import { cleanText, cut } from '#contract/text.ts'
import { listed } from '#core/plural.ts'
import type { Proof } from '#proof/prove.ts'
import { doubts, type Suggestion } from '#proof/suggest.ts'
import { onOneLine } from '#authoring/terminal-text.ts'
import type { OwnWords } from './own-words.ts'

/** The facts from which the draft of a listing is written. */
export interface Drafted {
  slug: string
  /** The name of the repository. */
  name: string
  url: string
  said: OwnWords
  /** All topics of the directory, for the editor to choose from. */
  topics: readonly string[]
  /** The tools that the product is probably built with. */
  tools: readonly { proof: Proof; name: string }[]
  /** Tools that were found, but may not be a part of the product. */
  doubted: readonly Suggestion[]
  source: Omit<NonNullable<ListingFile['source']>, 'others'>
  /** A sentence about files that were not read, if any. */
  left: string | undefined
}

/**
 * The YAML file of a listing with the known facts; the editor writes the empty texts. Text from the
 * repository is quoted, or in a comment of one line, so that it cannot add a YAML key.
 */
export function draftText(drafted: Drafted): string {
  const { slug, name, url, said, topics, tools, doubted, source, left } = drafted
  const { qualificationType, agentUseCase, audienceTag } = enums
  const listed = tools.map(({ proof }) => `  - ${proof.tool} # ${proof.level}, ${placeOf(proof)}`)
  const maybe = doubted.map(
    ({ proof, doubt }) =>
      `  # - ${proof.tool} # ${placeOf(proof)}${doubt ? `: ${doubts[doubt]}` : ''}`,
  )
  const evidence = evidenceOf(drafted).map((entry) => `  - ${flow(entry)}`)
  return [
    '# yaml-language-server: $schema=../../public/schemas/listing.json',
    `# Drafted by: npm run editor -- draft ${source.repository} (${source.commit.slice(0, 12)})`,
    '# Write what is empty, in your own words: what the repository says of itself stands behind a #.',
    `# Then see what is missing: npm run editor -- check-file content/listings/${slug}.yaml`,
    ...(source.archived ? ['# The repository is ARCHIVED.'] : []),
    ...(left === undefined ? [] : [`# NOT ALL WAS READ: ${aside(left)}`]),
    '',
    ...field('name', quoted(name)),
    ...field('url', quoted(url)),
    ...field('description', '', said.description),
    ...field('topics', '[]', ...inLines(topics)),
    ...field('overview', '', 'Begin with a | on the line of the key, and indent the text by two.'),
    ...field('audience_tags', '[]', audienceTag.join(', ')),
    '',
    '# A claim to be an agent product, all six together, or none of them.',
    ...field('qualification_type', '', qualificationType.join(', ')),
    ...field('agent_use_case', '', agentUseCase.join(', ')),
    ...field('qualification_statement'),
    ...field('workflow_summary'),
    ...field('agent_tools_used', '[]'),
    ...field('supporting_links', '[]'),
    '',
    ...field(
      'tools',
      listed.length > 0 ? '' : '[]',
      'Proposed from its manifests: take out what it is only joined with.',
    ),
    ...listed,
    ...(maybe.length > 0
      ? ['  # Found as well; take out the first # of those it is built with.', ...maybe]
      : []),
    ...field('compatibility', '[]'),
    ...field('evidence', evidence.length > 0 ? '' : '[]'),
    ...evidence,
    `source: ${flow(source)}`,
    '',
  ].join('\n')
}

/** The lines of a YAML key: its guide and its hints as comments, then the key with its value. */
function field(key: keyof typeof listingGuide, value = '', ...hints: (string | undefined)[]) {
  return [
    `# ${listingGuide[key]}`,
    ...hints.flatMap((hint) => (hint === undefined ? [] : [`# ${aside(hint)}`])),
    `${key}: ${value}`.trimEnd(),
  ]
}

/** Evidence for the four manifests that name the most tools, each linked at its first such line. */
function evidenceOf({ tools, source: { repository, commit } }: Drafted) {
  const byPath = [...Map.groupBy(tools, ({ proof }) => proof.path)]
  return byPath
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, 4)
    .map(([path, named]) => {
      const line = Math.min(...named.map(({ proof }) => proof.line ?? 1))
      const at = path.split('/').map(encodeURIComponent).join('/')
      const names = named.map(({ name }) => name)
      return {
        type: 'package_manifest',
        url: `${repository}/blob/${commit}/${at}#L${line}`,
        shows: cut(`Names ${listed(names)}.`, 300),
      }
    })
}

/** Joins names with commas into lines of at most 100 characters. */
function inLines(names: readonly string[]): string[] {
  return names.reduce<string[]>((lines, name) => {
    const longer = `${lines.at(-1)}, ${name}`
    return lines.length > 0 && longer.length <= 100
      ? [...lines.slice(0, -1), longer]
      : [...lines, name]
  }, [])
}

// A YAML flow mapping. Its values are JSON, which is valid YAML.
function flow(entry: object): string {
  const fields = Object.entries(entry).map(([key, value]) => `${key}: ${quoted(value)}`)
  return `{ ${fields.join(', ')} }`
}

function quoted(value: unknown): string {
  return JSON.stringify(typeof value === 'string' ? cleanText(value) : value)
}

// A file alone proves some tools, so a proof may have no line.
function placeOf({ path, line }: Pick<Proof, 'path' | 'line'>): string {
  return aside(line === null ? path : `${path}:${line}`)
}

/** Makes a text safe for a YAML comment: one line, without control characters. */
function aside(text: string): string {
  return cut(onOneLine(cleanText(text)), 300)
}
