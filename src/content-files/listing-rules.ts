// Rules about what a listing says. Readers found each of them broken, so a machine looks for it.
import { claimDigest } from './listing-stamps.ts'
import { namesInText } from './names-in-text.ts'
import { longQuotations } from './only-ours.ts'
import type { ListingFile, ProofFile, ToolFile } from './schemas.ts'

export interface RuledListing {
  file: string
  slug: string
  value: ListingFile
  proof: ProofFile | undefined
}

/**
 * Returns a function that finds the rules which a listing breaks, one sentence each. `products` are
 * the names of all listings, which texts may mention.
 */
export function rulesFor(
  tools: readonly { slug: string; value: ToolFile }[],
  products: readonly string[],
): (listing: RuledListing) => string[] {
  const categoryOf = new Map(tools.map(({ slug, value }) => [slug, value.category]))
  const named = tools.map(({ slug, value }) => ({ slug, names: [value.name, ...value.aliases] }))
  const namesOf = new Map(named.map(({ slug, names }) => [slug, names]))
  const namesIn = namesInText(named, products)
  const isIn = (categories: readonly string[]) => (tool: string) =>
    categories.includes(categoryOf.get(tool)!)
  return ({ file, slug, value: listing, proof }) => {
    const texts = [listing.description, listing.overview, listing.workflow_summary].join('\n')
    // A language in a text is mostly what users write.
    const inTexts = namesIn(texts).filter((tool) => !isIn(['languages-runtimes'])(tool))
    return [
      ...openFindings(slug, listing, proof, inTexts),
      ...reviewProblems(listing),
      ...formulas.flatMap(({ fields, words, instead }) =>
        fields
          .filter((field) => words.test(listing[field] ?? ''))
          .map((field) => `${field}: ${instead}`),
      ),
      ...(listing.agent_tools_used ?? [])
        .filter((name) => namesIn(name).some(isIn(notCalled)))
        .map(
          (name) =>
            `agent_tools_used: ${name} is a model or a library; name what an agent calls, such as "Web search"`,
        ),
      ...listing.compatibility
        .filter(({ status, note }) => status === 'works_with' && isOfCode(note ?? ''))
        .map(
          ({ tool }) =>
            `compatibility: ${tool} is named by code, says its note, so its status is has_integration`,
        ),
      ...statusProblems(listing.compatibility, namesOf),
      ...factProblems(listing),
      ...evidenceProblems(listing),
    ]
      .map((problem) => `${file}: ${problem}`)
      .concat(longQuotations(file, listing))
  }
}

/** Tools of these categories are what agents are made of, not what they call. */
const notCalled: readonly string[] = ['models-providers', 'agent-frameworks', 'languages-runtimes']

/** Whether a note cites code or a manifest, and no documentation. */
const isOfCode = (note: string) =>
  /\b(?:manifests?|dependenc(?:y|ies)|extras?|instrumentation|Gemfile|go\.mod)\b|\.(?:json|toml|txt|cfg|py|[cm]?[jt]sx?|go|rs|rb|java|kt|cs|php|swift|vue|svelte)\b/i.test(
    note,
  ) && !/changelog|documentation|\bdocs\b|README/i.test(note)

// One reason has one status, whichever tool and line its note names.
function statusProblems(rows: ListingFile['compatibility'], namesOf: Map<string, string[]>) {
  const first = new Map<string, (typeof rows)[number]>()
  return rows.flatMap(({ tool, status, note }) => {
    if (note === null) return []
    const [name = '', ...aliases] = namesOf.get(tool) ?? []
    const reason = [name, ...aliases, ...name.split(' ')]
      .filter((word) => word.length > 2)
      .reduce((text, word) => text.replaceAll(word.toLowerCase(), '#'), note.toLowerCase())
      .replace(/#(?: #)*|\bit\b|\d+/g, '#')
    const other = first.get(reason) ?? { tool, status, note }
    first.set(reason, other)
    return other.status === status
      ? []
      : [`compatibility: ${tool} and ${other.tool} have one reason and two statuses`]
  })
}

/** Words by which a text says that the makers of a product host it, and words that deny it. */
const hosted =
  /(?<!self-)\bhosted (?:service|version|cloud|API|platform|product)\b|\bmanaged (?:service|cloud|platform)\b|['’]s cloud\b|\bruns (?:\w+ ){1,3}as a service\b/
const denied = /\b(?:without|no|not|never|forbids|than|unlike)\b/i

/** Files that start nothing: tests and bare types. */
const startsNothing = /(?:^|\/)(?:tests?|__tests__|e2e)\/|[._-](?:test|spec|types)(?=[._])|_test_/

// What the texts say is a fact, too, unless an editor says why it is none; and a fact rests on a file
// that does something.
function factProblems({ facts, left_out_facts, ...listing }: ListingFile): string[] {
  const isDecided = [...facts, ...left_out_facts].some(({ value }) => value === 'cloud')
  const clauses = [listing.description, listing.overview, listing.public_note ?? '']
    .flatMap((text) => text.split(/[.;,]\s/))
    .filter((clause) => hosted.test(clause) && !denied.test(clause))
  const isHosted = clauses.length > 0 || facts.some(({ fact }) => fact === 'connect')
  const problem =
    'facts: its makers host it, says its text or its remote server; add hosting cloud, or name it in left_out_facts with the reason'
  return [
    ...(isHosted && !isDecided ? [problem] : []),
    ...facts
      .filter(({ fact, source }) => fact === 'interface' && startsNothing.test(source))
      .map(({ value }) => `facts: ${value} rests on a test or on types; name what starts it`),
  ]
}

// What the repository needs or a text names is built with, works with, or left out for a reason.
function openFindings(
  slug: string,
  { tools, compatibility, left_out }: ListingFile,
  proof: ProofFile | undefined,
  inTexts: readonly string[],
): string[] {
  const others = [...compatibility, ...left_out].map(({ tool }) => tool)
  const decided = new Set([slug, ...tools, ...others])
  const found = Object.entries(proof?.also_found ?? {}).map(([tool, { path, line }]) => ({
    tool,
    where: `tools: ${line === null ? path : `${path}:${line}`}`,
  }))
  const said = inTexts.map((tool) => ({ tool, where: 'overview: a text' }))
  return [...found, ...said]
    .filter(({ tool }) => !decided.has(tool))
    .map(
      ({ tool, where }) =>
        `${where} names ${tool}; decide on it in tools or compatibility, or in left_out with the reason`,
    )
}

/** Half a year, in milliseconds. */
const oldSource = 180 * 86_400_000

// What was not read is not reviewed, and what changed after a review is open again.
function reviewProblems(listing: ListingFile): string[] {
  const { source, claim_review_status: claim, claim_reviewed_at, claim_digest } = listing
  const isDecided = claim !== null && claim !== 'submitted'
  const readAt = source?.read_at ?? ''
  const age = source?.committed_on ? Date.parse(readAt) - Date.parse(source.committed_on) : 0
  return [
    ...(isDecided && readAt > (claim_reviewed_at ?? '')
      ? [
          'claim_reviewed_at: it is before source.read_at; review the claim again, empty it and stamp the file',
        ]
      : []),
    ...(isDecided && claim_digest !== claimDigest(listing)
      ? [
          'claim_digest: the claim changed after its review; review it again, empty claim_reviewed_at and stamp the file',
        ]
      : []),
    ...(listing.is_featured && age > oldSource
      ? ['is_featured: its source was over 180 days old when it was read']
      : []),
  ]
}

const texts = ['description', 'editorial_summary', 'overview'] as const

const praise =
  /\b(?:revolutionary|groundbreaking|world[- ]class|best[- ]in[- ]class|cutting[- ]edge|state[- ]of[- ]the[- ]art|next[- ]generation|game[- ]chang(?:er|ing)|unrivalled|unmatched|unparalleled|amazing|ultimate|seamless(?:ly)?|effortless(?:ly)?|blazing(?:ly)?)\b|(?:^|[.!?:] )(?:the|our|is the) (?:best|leading|number one|most (?:powerful|advanced|popular|loved|trusted|intelligent|complete))\b/i

/** Two digits or more of what a product gains from release to release. */
const growing =
  /\b(?:(?!20\d\d\b)\d[\d,]*\d\+?|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|a (?:hundred|thousand))(?: [\w-]+){0,2} (?:integrations?|connectors|providers|models|tools|plug-ins|skills|services|apps|assistants|channels|endpoints|lines|stars|packages|prompts)\b/i

/** Words that many listings began with or repeated, and what to write instead. */
const formulas = [
  {
    fields: ['description'],
    words: /^(?:an? )?open[- ]source/i,
    instead: 'begin with what tells it apart; the licence has its own field',
  },
  {
    fields: ['editorial_summary'],
    words: /^for /i,
    instead: 'begin with when it is a good choice, not with "For"',
  },
  {
    fields: texts,
    words: /\bthe README\b|\bThe licen[cs]e is\b|\breleased under\b/,
    instead: 'say what the product does; "README" and the licence have their own fields',
  },
  {
    fields: texts,
    words: /\bone['’]s own\b|\bat hand\b/i,
    instead: 'write "your own" and "available"',
  },
  {
    fields: texts,
    words: praise,
    instead: 'it praises; say what the product does, for whom and how',
  },
  {
    fields: texts,
    words: growing,
    instead: 'its number is soon too low; leave it out',
  },
] as const satisfies readonly {
  fields: readonly (typeof texts)[number][]
  words: RegExp
  instead: string
}[]

// A licence is named with its source, and a manifest that is evidence is the product's own.
function evidenceProblems({ source, evidence, overview, description }: ListingFile): string[] {
  if (!source) return []
  const own = [source.repository, ...source.others].map((url) => url.toLowerCase())
  const licence = /\b(?:MIT|Apache|A?GPL|MPL|BSD)\b/.exec(`${description} ${overview}`)?.[0]
  return [
    ...(licence !== undefined && source.licence === null
      ? [`overview: it names the licence ${licence}, and source.licence is empty`]
      : []),
    ...evidence.flatMap(({ type, url }, place) =>
      type === 'package_manifest' &&
      url.startsWith('https://github.com/') &&
      !own.some((repository) => url.toLowerCase().startsWith(`${repository}/`))
        ? [`evidence.${place}: it is in none of its repositories; name them in source.others`]
        : [],
    ),
  ]
}
