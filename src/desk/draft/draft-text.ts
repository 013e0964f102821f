import { listingGuide } from '#content-files/listing-guide.ts'
import { enums } from '#contract/enums.ts'
import { cleanText, cut } from '#contract/text.ts'
import type { Proof } from '#proof/prove.ts'
import { doubts, type Suggestion } from '#proof/suggest.ts'
import { onOneLine } from '#desk/terminal-text.ts'
import type { OwnWords } from './own-words.ts'

/** What a draft is made from. */
export interface Drafted {
  slug: string
  /** As the repository is called. */
  name: string
  url: string
  said: OwnWords
  /** The topics to choose from. */
  topics: readonly string[]
  /** The tools that it seems to be built with, each with its line. */
  tools: readonly { proof: Proof; name: string }[]
  /** Those that were found as well, with what speaks against them. */
  doubted: readonly Suggestion[]
  source: {
    repository: string
    commit: string
    committed_on: string
    licence: string | null
    archived: boolean | null
    read_at: string
    read_by: string
  }
  /** What was not read, in a sentence. */
  left: string | undefined
}

type Field = keyof typeof listingGuide

/**
 * The file of a listing, with the facts filled in and the texts left out. What somebody else wrote
 * stands in quotes or behind a #, on its line: nothing in it becomes a key of ours.
 */
export function draftText(drafted: Drafted): string {
  const { slug, name, url, said, topics, tools, doubted, source, left } = drafted
  const { qualificationType, agentUseCase, audienceTag } = enums
  const listed = tools.map(
    ({ proof }) => `  - ${proof.tool} # ${proof.level}, ${aside(`${proof.path}:${proof.line}`)}`,
  )
  const maybe = doubted.map(
    ({ proof: { tool, path, line }, doubt }) =>
      `  # - ${tool} # ${aside(`${path}:${line}`)}${doubt ? `: ${doubts[doubt]}` : ''}`,
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
    ...asked('name', quoted(name)),
    ...asked('url', quoted(url)),
    ...asked('description', '', said.description),
    ...asked('topics', '[]', ...inLines(topics)),
    ...asked('overview', '', 'Begin with a | on the line of the key, and indent the text by two.'),
    ...asked('audience_tags', '[]', audienceTag.join(', ')),
    '',
    '# A claim to be an agent product, all six together, or none of them.',
    ...asked('qualification_type', '', qualificationType.join(', ')),
    ...asked('agent_use_case', '', agentUseCase.join(', ')),
    ...asked('qualification_statement'),
    ...asked('workflow_summary'),
    ...asked('agent_tools_used', '[]'),
    ...asked('supporting_links', '[]'),
    '',
    ...asked(
      'tools',
      listed.length > 0 ? '' : '[]',
      'Proposed from its manifests: take out what it is only joined with.',
    ),
    ...listed,
    ...(maybe.length > 0
      ? ['  # Found as well; take out the first # of those it is built with.']
      : []),
    ...maybe,
    ...asked('compatibility', '[]'),
    ...asked('evidence', evidence.length > 0 ? '' : '[]'),
    ...evidence,
    `source: ${flow(source)}`,
    '',
  ].join('\n')
}

/** A key with what to write in it, and what may help. */
function asked(field: Field, value = '', ...hints: (string | undefined)[]): string[] {
  return [
    `# ${listingGuide[field]}`,
    ...hints.filter((hint) => hint !== undefined).map((hint) => `# ${aside(hint)}`),
    `${field}:${value === '' ? '' : ` ${value}`}`,
  ]
}

/** The manifests that name most, each at the first line that names one. */
function evidenceOf({ tools, source: { repository, commit } }: Drafted) {
  const byPath = [...Map.groupBy(tools, ({ proof }) => proof.path)]
  return byPath
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, 4)
    .map(([path, named]) => {
      const line = Math.min(...named.map(({ proof }) => proof.line))
      const at = path.split('/').map(encodeURIComponent).join('/')
      return {
        type: 'package_manifest',
        url: `${repository}/blob/${commit}/${at}#L${line}`,
        shows: cut(`Names ${inWords(named.map(({ name }) => name))}.`, 300),
      }
    })
}

/** Names behind one another, in lines that fit a screen. */
function inLines(names: readonly string[]): string[] {
  return names.reduce<string[]>((lines, name) => {
    const line = lines.at(-1)
    const longer = `${line}, ${name}`
    return line !== undefined && longer.length <= 100
      ? [...lines.slice(0, -1), longer]
      : [...lines, name]
  }, [])
}

function inWords(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')
}

// JSON is YAML.
function flow(entry: object): string {
  const fields = Object.entries(entry).map(([key, value]) => `${key}: ${quoted(value)}`)
  return `{ ${fields.join(', ')} }`
}

function quoted(value: unknown): string {
  return JSON.stringify(typeof value === 'string' ? cleanText(value) : value)
}

/** A text behind a #, which ends with its line. */
function aside(text: string): string {
  return cut(onOneLine(cleanText(text)), 300)
}
