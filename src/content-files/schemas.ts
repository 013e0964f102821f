import { z } from 'zod'
import { AgentUseCase, CompatibilityStatus, enums } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { qualificationCompanions } from '#contract/operations/submit-product.ts'
import { enteredShape } from '#contract/product-shapes.ts'
import { Cycle } from '#contract/resources/cycle.ts'
import { factNames } from '#contract/resources/facts.ts'
import { ExamplePhrase, EnteredSlug, HttpUrl, Timestamp, line } from '#contract/resources/fields.ts'
import { ProofLevel, ProofState, StoredRequirement } from '#contract/resources/proof.ts'
import { domainName } from '#core/domain-name.ts'
import { landingGroups } from '#present/lists/facet-choice.ts'
import { isPackageKey } from '#core/package-url.ts'
import { families } from '#core/topics.ts'
import { listingGuide } from './listing-guide.ts'

/** The schema of content/categories.yaml. */
export const CategoryFile = z
  .array(z.strictObject({ slug: EnteredSlug, name: line(60), description: line(200) }))
  .nonempty()

const PackageUrl = z.string().refine(isPackageKey, {
  error:
    'is not a package URL of a known type, written without version, such as pkg:npm/%40ai-sdk/openai',
})

const ImageUrl = PackageUrl.startsWith('pkg:docker/', { error: 'is not of the type docker' })

/**
 * A file whose presence shows that a tool is used: a file name (`fly.toml`, `*.tf`), a file without
 * another one in the same folder (`package.json!tsconfig.json`), or a key in a file
 * (`package.json#engines.node`).
 */
const MarkerFile = z.string().regex(/^(?:\*\.)?[\w.-]+(?:[#!][\w.$=:-]+)?$/, {
  error: 'names no file, such as fly.toml or package.json#engines.node',
})

/** A hostname of a tool, or all hostnames below it: `api.acme.com`, `*.acme.com`. */
const HostPattern = z.string().refine(
  (value) => {
    const host = value.replace(/^\*\./, '')
    const name = domainName(host, [])
    return host === host.toLowerCase() && name.ok && URL.parse(`https://${host}`)?.host === host
  },
  { error: 'is no public host name in lower case, such as api.acme.com or *.acme.com' },
)

const Topics = z
  .array(EnteredSlug)
  .min(1, { error: `is empty. ${listingGuide.topics}` })
  .max(3, { error: 'has more than three: leave out what it is for least' })

const listOf = <T extends z.ZodType>(entry: T, text: string) =>
  z.array(entry).default([]).describe(text)

/** content/tools/<slug>.yaml. Each field describes what to write in it. */
export const ToolFile = z.strictObject({
  name: line(limits.name).describe('How it writes its own name.'),
  description: line(limits.description).describe('One plain sentence: what it is.'),
  category: EnteredSlug.describe('A slug of content/categories.yaml.'),
  topics: Topics.describe(listingGuide.topics),
  homepage: HttpUrl.describe('Its own address.'),
  aliases: listOf(line(60), 'Other spellings, each of this tool alone.'),
  examples: z
    .array(ExamplePhrase)
    .max(limits.examples.entries)
    .default([])
    .describe('What people type who need it, in words that its description does not have.'),
  icon: z
    .string()
    .regex(/^(?:simple-icons|lobehub|logos)\/[\w-]+$/, {
      error: 'is no icon of simple-icons, lobehub or logos, such as `simple-icons/nextdotjs`',
    })
    .optional()
    .describe('The collection of its icon, and the name of the icon there.'),
  packages: listOf(
    PackageUrl,
    'Its own packages, as package URLs: a product that depends on one is built with it.',
  ),
  client_packages: listOf(
    PackageUrl,
    'Client packages of its API, as package URLs: a product that depends on one uses its API.',
  ),
  images: listOf(ImageUrl, 'Its container images, as package URLs.'),
  marker_files: listOf(MarkerFile, 'Files that show that it is used, such as fly.toml.'),
  hosts: listOf(HostPattern, 'Hosts of its API, which code calls; not those of its pages.'),
  shared: listOf(
    z.union([PackageUrl, HostPattern]),
    'Packages and hosts above that another tool has too, since they prove both.',
  ),
  main: z
    .array(PackageUrl)
    .optional()
    .describe('Those whose version is its own. Left out: the first package and unshared images.'),
  cycles: listOf(
    z.strictObject({ ...Cycle.shape, released: Cycle.shape.released.default(null) }),
    'Its lines, oldest first, if its maker says when support ends.',
  ),
  no_package: line(200).optional().describe('Why no manifest can name it.'),
})
export type ToolFile = z.infer<typeof ToolFile>

/** The schema of content/use-cases.yaml. */
export const UseCaseFile = z.array(
  z.strictObject({
    slug: AgentUseCase,
    name: line(60),
    phrases: z.array(line(60)).min(8, { error: 'has fewer than 8 phrases' }),
  }),
)

/** The schema of content/topics.yaml. */
export const TopicFile = z.array(
  z.strictObject({
    slug: EnteredSlug,
    name: line(60),
    family: z.enum(families),
    description: line(160).min(40, { error: 'is shorter than a sentence' }),
    phrases: z.array(line(60)).min(1, { error: 'has no phrase that people say' }),
    rivals: z.array(line(60)).default([]),
  }),
)

/** content/landing-pages.yaml: the title and the text of each page for one facet value. */
export const LandingPageFile = z.array(
  z.strictObject({
    facet: z.string().regex(new RegExp(`^(?:${landingGroups.join('|')})/[a-z0-9-]+$`), {
      error: 'is not a group and a value of it, like `use/research`',
    }),
    title: line(60),
    text: line(600),
  }),
)

/** The schema of content/tasks.yaml. */
export const TaskFile = z.array(
  z.strictObject({
    slug: z.enum(enums.task).exclude(['all']),
    name: line(60),
    use_cases: z.array(AgentUseCase),
    categories: z.array(EnteredSlug),
    topics: z.array(EnteredSlug).default([]),
    words: z.array(line(40)),
  }),
)

/** The schema of content/code-hosts.yaml. */
export const CodeHostFile = z.array(
  z.strictObject({
    host: z.hostname(),
    sections: z.array(z.string()),
    parts: z.literal([1, 2]).optional(),
    reserved: z.array(z.string()).optional(),
    ends: z.array(z.string()).optional(),
  }),
)

const Reason = z.strictObject({
  key: z.string().regex(/^(?=.{2,24}$)[a-z]+(?:-[a-z]+){0,3}$/, {
    error: 'is not a key: one to four words of lower case letters, joined by hyphens',
  }),
  title: line(60).regex(/\S/, { error: 'is empty' }),
  text: line(600).regex(/\S/, { error: 'is empty' }),
  /** Used instead of `text` when a similar listing exists, whose name and URL it then has. */
  with_look_alike: line(600)
    .includes('{{look_alike}}', { error: 'does not say where {{look_alike}} stands' })
    .optional(),
  /** Used instead of `text` when the editor gives the qualification or use case that fits. */
  with_fit: z
    .strictObject({
      of: z.array(z.enum(['qualification_type', 'agent_use_case'])).min(1),
      text: line(600).includes('{{fit}}', { error: 'does not say where {{fit}} stands' }),
    })
    .optional(),
  /** The mail does not invite its reader to submit the product again. */
  is_final: z.literal(true).optional(),
})
const Reasons = z.array(Reason).nonempty({ error: 'has no reason' })

const Phrase = line(240).regex(/^(?:\^ )?\S+(?: \S+)*$/, { error: 'has a space too many' })

/** content/doubtful-phrases.json: phrases of owners' texts that editors look at, by their kind. */
export const DoubtfulPhraseFile = z
  .strictObject({
    words: z.record(z.string().regex(/^[a-z]+$/), Phrase),
    marks: z.record(z.string(), z.record(line(80), z.array(Phrase).nonempty())),
  })
  .superRefine(({ words, marks }, context) => {
    const named = JSON.stringify(marks).match(/\{[a-z]+\}/g) ?? []
    for (const name of new Set(named))
      if (!Object.hasOwn(words, name.slice(1, -1)))
        context.addIssue({ code: 'custom', path: ['words'], message: `has no ${name}` })
  })

/** content/review-reasons.yaml: texts that editors send to owners, by the decision they explain. */
export const ReviewReasonFile = z.strictObject({
  reject: Reasons,
  /** For asking the submitter for a revision. */
  revise: Reasons,
  withdraw: Reasons,
  /** For declining a proposal. */
  decline: Reasons,
  /** Reasons why an editor does not verify a claim, each with the new status of the claim. */
  claim: z
    .array(Reason.extend({ status: z.enum(['needs_revision', 'not_verified']) }))
    .nonempty({ error: 'has no reason' }),
})

/** The front matter of content/weekly/<number>.md. The first product leads the issue. */
export const WeeklyFile = z.strictObject({
  title: line(120),
  slug: EnteredSlug,
  published_at: Timestamp,
  products: z.array(EnteredSlug).nonempty(),
})

/** The front matter of content/docs/<slug>.md. `order` is the position in the list of pages. */
export const DocFile = z.strictObject({
  title: line(80),
  description: line(200),
  order: z.int().min(0),
  group: z.enum(['Guides', 'Run your own']).default('Guides'),
})

/**
 * The front matter of content/clients/<slug>.md, which says how an MCP client is connected. `source`
 * is the page of its own documentation that says so.
 */
export const ClientFile = z.strictObject({
  name: line(60),
  group: z.enum(['Apps and editors', 'In your code', 'Without an MCP client']),
  order: z.int().min(1),
  source: z.union([HttpUrl, z.string().startsWith('/docs/')]),
})

/** The front matter of content/skills/<slug>.md, an Agent Skill: `description` says when to load it. */
export const SkillFile = z.strictObject({ description: line(1024), order: z.int().min(1) })

const evidenceTypes = [
  'repository',
  'package_manifest',
  'documentation',
  'website',
  'announcement',
] as const

export const CommitId = z
  .string()
  .regex(/^[0-9a-f]{40}$/, { error: 'is not a commit of 40 hex digits' })

/** The commit at which a source was read, and when. Without a commit, it could change later. */
const SourceRead = z.strictObject({
  repository: HttpUrl,
  /** Other repositories with code of the product, read like the first one. */
  others: z.array(HttpUrl).default([]),
  commit: CommitId,
  /** The day of the commit; null if only one file was read at this commit. */
  committed_on: z.iso.date().nullable().default(null),
  /** An SPDX expression, or the file's own words; null if there is none, or it was not read. */
  licence: line(100).nullable().default(null),
  /** Null if the code host was not asked, or did not answer. */
  archived: z.boolean().nullable().default(null),
  read_at: Timestamp,
  read_by: line(100),
})

/** A place in a repository; of another one than the first, with its address and commit. */
const Cited = z.strictObject({
  path: line(1000),
  line: z.int().min(1).nullable(),
  repository: HttpUrl.optional(),
  commit: CommitId.optional(),
})

/**
 * content/proofs/<slug>.json: the proofs in the repository of a listing. `npm run editor -- reread
 * <slug>` writes the file as JSON, which is read a hundred times faster than YAML.
 */
export const ProofFile = z.strictObject({
  repository: HttpUrl,
  commit: CommitId,
  checked_at: Timestamp,
  licence: line(100).nullable(),
  last_activity: Timestamp.nullable(),
  archived: z.boolean().nullable(),
  tools: z.array(
    z.strictObject({
      slug: EnteredSlug,
      // A file has the results of its check. Only later ones, in the database, make a proof stale.
      state: ProofState.exclude(['stale']),
      level: ProofLevel.nullable(),
      // What the line shows, never its text: a package and its version, or else in our words.
      package: PackageUrl.nullable(),
      requirement: StoredRequirement.nullable().default(null),
      shows: line(120).nullable().default(null),
      source: Cited.nullable(),
    }),
  ),
  /** Tools that the product needs besides, each decided on in the listing's file, by slug. */
  also_found: z.record(EnteredSlug, Cited).default({}),
})
export type ProofFile = z.infer<typeof ProofFile>

const entered = enteredShape()

/**
 * The fields that every claim needs besides its qualification type, and those that a verified claim
 * needs. The JSON Schema requires the same fields.
 */
export const claimNeeds = {
  any: qualificationCompanions,
  verified: ['claim_evidence_summary', 'claim_reviewed_at', 'claim_verified_by'],
} as const

/**
 * content/listings/<slug>.yaml: a curated listing. A person must write at most eight fields: other
 * fields have defaults, and a command writes the times.
 */
export const ListingFile = z
  .strictObject(
    guided({
      ...entered,
      topics: Topics,
      overview: entered.overview.unwrap().unwrap(),
      tools: z.array(EnteredSlug).nonempty({ error: `is empty. ${listingGuide.tools}` }),
      compatibility: z
        .array(
          z.strictObject({
            tool: EnteredSlug,
            status: CompatibilityStatus,
            note: line(300).nullable().default(null),
          }),
        )
        .default([]),
      left_out: z.array(z.strictObject({ tool: EnteredSlug, reason: line(200) })).default([]),
      left_out_facts: z
        .array(z.strictObject({ fact: z.enum(factNames), value: line(200), reason: line(200) }))
        .default([]),
      claim_digest: z.string().nullable().default(null),
      evidence: z
        .array(z.strictObject({ type: z.enum(evidenceTypes), url: HttpUrl, shows: line(300) }))
        .nonempty({ error: `is empty. ${listingGuide.evidence}` }),
      source: SourceRead.nullable().default(null),
      approved_at: Timestamp,
    }),
  )
  .overwrite((listing) =>
    // A file with a qualification type makes a claim, `submitted` until an editor reviews it.
    listing.qualification_type !== null && listing.claim_review_status === null
      ? { ...listing, claim_review_status: 'submitted' as const }
      : listing,
  )
  .superRefine((listing, context) => {
    const need = (field: keyof typeof listing, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    for (const field of ['name', 'description', 'overview'] as const)
      if (!/\S/.test(listing[field])) need(field, `is empty. ${listingGuide[field]}`)
    if (listing.qualification_type === null) {
      if (listing.claim_review_status !== null)
        need('claim_review_status', 'a claim needs a qualification_type')
      return
    }
    const hasContent = (field: keyof typeof listing) =>
      listing[field] !== null && (listing[field] as { length?: number }).length !== 0
    for (const field of claimNeeds.any)
      if (!hasContent(field))
        need(field, `is required with a qualification_type. ${listingGuide[field]}`)
    if (listing.claim_review_status !== 'verified') return
    for (const field of claimNeeds.verified)
      if (!hasContent(field))
        need(field, `is required for a verified claim. ${listingGuide[field]}`)
  })
export type ListingFile = z.infer<typeof ListingFile>

/**
 * Adds the guide's description to each field of a listing, in the order of the guide. A field that
 * the guide lacks is a type error, because it would be dropped.
 */
function guided<S extends Record<keyof typeof listingGuide, z.ZodType>>(
  shape: S & { [K in Exclude<keyof S, keyof typeof listingGuide>]: never },
): S {
  const fields = Object.entries(listingGuide).map(([name, text]) => {
    const schema = shape[name as keyof typeof listingGuide]
    return [name, schema.describe(text)] as const
  })
  // `as`: the type of Object.fromEntries forgets the keys of `shape`.
  return Object.fromEntries(fields) as S
}
