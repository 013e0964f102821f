import { z } from 'zod'
import { AgentUseCase, CompatibilityStatus, enums } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { enteredShape } from '#contract/product-shapes.ts'
import { ExamplePhrase, EnteredSlug, HttpUrl, Timestamp, line } from '#contract/resources/fields.ts'
import { ProofLevel, ProofState } from '#contract/resources/proof.ts'
import { domainName } from '#core/domain-name.ts'
import { landingGroups } from '#present/facet-choice.ts'
import { isPackageKey } from '#core/package-url.ts'
import { listingGuide } from './listing-guide.ts'

/** content/categories.yaml */
export const CategoryFile = z
  .array(z.strictObject({ slug: EnteredSlug, name: line(60), description: line(200) }))
  .nonempty()

const PackageUrl = z.string().refine(isPackageKey, {
  error:
    'is not a package URL of a known type, written without version, such as pkg:npm/%40ai-sdk/openai',
})

const ImageUrl = PackageUrl.startsWith('pkg:docker/', { error: 'is not of the type docker' })

/**
 * A file whose name says it (`fly.toml`, `*.tf`), one without another beside it
 * (`package.json!tsconfig.json`), or what a reader found in it (`package.json#engines.node`).
 */
const MarkerFile = z.string().regex(/^(?:\*\.)?[\w.-]+(?:[#!][\w.$=:-]+)?$/, {
  error: 'names no file, such as fly.toml or package.json#engines.node',
})

/** The host of a tool, or all below one: `api.acme.com`, `*.acme.com`. */
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

/** content/tools/<slug>.yaml. What to write in a field is said with it, as of a listing. */
export const ToolFile = z.strictObject({
  name: line(limits.name).describe('How it writes its own name.'),
  description: line(limits.description).describe('One plain sentence: what it is.'),
  category: EnteredSlug.describe('A shelf of content/categories.yaml.'),
  topics: Topics.describe(listingGuide.topics),
  homepage: HttpUrl.describe('Its own address.'),
  aliases: z.array(line(60)).default([]).describe('Other spellings, each of this tool alone.'),
  examples: z
    .array(ExamplePhrase)
    .max(limits.examples.entries)
    .default([])
    .describe('What people type who need it, in words that its description does not have.'),
  icon: z
    .string()
    .regex(/^[a-z0-9-]+\.svg$/, { error: 'names no SVG file of public/icons' })
    .optional()
    .describe('A file of public/icons.'),
  packages: z
    .array(PackageUrl)
    .default([])
    .describe('What it is, as package URLs: who depends on one is built with it.'),
  client_packages: z
    .array(PackageUrl)
    .default([])
    .describe('What reaches it from outside: who depends on one uses its API.'),
  images: z.array(ImageUrl).default([]).describe('Its container images, as package URLs.'),
  marker_files: z
    .array(MarkerFile)
    .default([])
    .describe('Files whose name says that it is used, such as fly.toml.'),
  hosts: z
    .array(HostPattern)
    .default([])
    .describe('Hosts of its API, by which code calls it; not those that people read.'),
  shared: z
    .array(z.union([PackageUrl, HostPattern]))
    .default([])
    .describe('Those of the above that another tool has as well, since they prove both.'),
  no_package: line(200).optional().describe('Why no manifest can name it.'),
})
export type ToolFile = z.infer<typeof ToolFile>

/** content/use-cases.yaml */
export const UseCaseFile = z.array(
  z.strictObject({
    slug: AgentUseCase,
    name: line(60),
    phrases: z.array(line(60)).min(8, { error: 'has fewer than 8 phrases' }),
  }),
)

/** content/topics.yaml */
export const TopicFile = z.array(
  z.strictObject({
    slug: EnteredSlug,
    name: line(60),
    description: line(160).min(40, { error: 'is shorter than a sentence' }),
    phrases: z.array(line(60)).min(1, { error: 'has no phrase that people say' }),
    rivals: z.array(line(60)).default([]),
  }),
)

/** content/landing-pages.yaml: what editors say at the head of the page of one facet. */
export const LandingPageFile = z.array(
  z.strictObject({
    facet: z.string().regex(new RegExp(`^(?:${landingGroups.join('|')})/[a-z0-9-]+$`), {
      error: 'is not a group and a value of it, like `use/research`',
    }),
    title: line(60),
    text: line(600),
  }),
)
export type LandingPages = z.infer<typeof LandingPageFile>

/** content/tasks.yaml */
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

/** content/code-hosts.yaml */
export const CodeHostFile = z.array(
  z.strictObject({
    host: z.hostname(),
    sections: z.array(z.string()),
    parts: z.literal([1, 2]).optional(),
  }),
)

const Reason = z.strictObject({
  key: z.string().regex(/^(?=.{2,24}$)[a-z]+(?:-[a-z]+){0,3}$/, {
    error: 'is not a key: one to four words of lower case letters, joined by hyphens',
  }),
  title: line(60).regex(/\S/, { error: 'is empty' }),
  text: line(600).regex(/\S/, { error: 'is empty' }),
  /** Instead of `text`, where a listing in the directory looks like the one that is decided on. */
  with_look_alike: line(600)
    .includes('{{look_alike}}', { error: 'does not say where {{look_alike}} stands' })
    .optional(),
  /** Instead of `text`, where the editor names the kind or the use case that fits. */
  with_fit: z
    .strictObject({
      of: z.array(z.enum(['qualification_type', 'agent_use_case'])).nonempty(),
      text: line(600).includes('{{fit}}', { error: 'does not say where {{fit}} stands' }),
    })
    .optional(),
  /** It says what an address or a link showed, which a machine without a way out cannot know. */
  of_links: z.literal(true).optional(),
})
const Reasons = z.array(Reason).nonempty({ error: 'has no reason' })

/** content/review-reasons.yaml: what editors say to owners, by the decision that it explains. */
export const ReviewReasonFile = z.strictObject({
  reject: Reasons,
  /** Asking the submitter for a revision. */
  revise: Reasons,
  withdraw: Reasons,
  /** Of a proposal. */
  decline: Reasons,
  /** Of a claim that an editor does not verify, by the state that it gets. */
  claim: z
    .array(Reason.extend({ status: z.enum(['needs_revision', 'not_verified']) }))
    .nonempty({ error: 'has no reason' }),
})

/** The front matter of content/weekly/<number>.md. The first product leads the issue. */
export const WeeklyFile = z.strictObject({
  title: line(120),
  slug: EnteredSlug,
  products: z.array(EnteredSlug).nonempty(),
})
export type WeeklyFile = z.infer<typeof WeeklyFile>

/** The front matter of content/docs/<slug>.md. `order` is the place in the list of pages. */
export const DocFile = z.strictObject({
  title: line(80),
  description: line(200),
  order: z.int().min(0),
})
export type DocFile = z.infer<typeof DocFile>

const evidenceTypes = [
  'repository',
  'package_manifest',
  'documentation',
  'website',
  'announcement',
] as const

/** What of a product was read, and when: evidence without a commit is a promise that moves. */
const SourceRead = z.strictObject({
  repository: HttpUrl,
  commit: z.string().regex(/^[0-9a-f]{40}$/, { error: 'is not a commit of 40 hex digits' }),
  /** The day of that commit; null where a single file was read at it, which tells no day. */
  committed_on: z.iso.date().nullable().default(null),
  /** An SPDX expression, or the name of the licence in quotes of the file; null when there is none, or it was not read. */
  licence: line(100).nullable().default(null),
  /** Null where nobody could ask the host. */
  archived: z.boolean().nullable().default(null),
  read_at: Timestamp,
  read_by: line(100),
})

/**
 * content/proofs/<slug>.json: what the repository of a listing proves. Written by `npm run editor --
 * check <slug> --write`, and by nobody's hand: so it is JSON, which is read a hundred times faster.
 */
export const ProofFile = z.strictObject({
  repository: HttpUrl,
  commit: z.string().regex(/^[0-9a-f]{40}$/, { error: 'is not a commit of 40 hex digits' }),
  checked_at: Timestamp,
  licence: line(100).nullable(),
  last_activity: Timestamp.nullable(),
  archived: z.boolean().nullable(),
  tools: z.array(
    z.strictObject({
      slug: EnteredSlug,
      // A file says what was found; that it is found no more is for the re-check to say.
      state: ProofState.exclude(['stale']),
      level: ProofLevel.nullable(),
      package: line(300).nullable(),
      source: z.strictObject({ path: line(1000), line: z.int().min(1) }).nullable(),
    }),
  ),
})
export type ProofFile = z.infer<typeof ProofFile>

const entered = enteredShape()

/**
 * What a file must say of a claim beside its kind, and what of a verified one. JSON Schema asks for
 * the same.
 */
export const claimNeeds = {
  any: [
    'agent_use_case',
    'qualification_statement',
    'workflow_summary',
    'agent_tools_used',
    'supporting_links',
  ],
  verified: ['claim_evidence_summary', 'claim_reviewed_at', 'claim_verified_by'],
} as const

/**
 * content/listings/<slug>.yaml: a starter listing. What a person must write is eight keys at most:
 * what is not known may be left out, what a default can say too, and an editor's command writes the
 * times.
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
      evidence: z
        .array(z.strictObject({ type: z.enum(evidenceTypes), url: HttpUrl, shows: line(300) }))
        .nonempty({ error: `is empty. ${listingGuide.evidence}` }),
      source: SourceRead.nullable().default(null),
      approved_at: Timestamp,
    }),
  )
  .overwrite((listing) =>
    // Whoever says a kind claims it; how its review stands is news of an editor.
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
    const isThere = (field: keyof typeof listing) =>
      listing[field] !== null && (listing[field] as { length?: number }).length !== 0
    for (const field of claimNeeds.any)
      if (!isThere(field))
        need(field, `is required with a qualification_type. ${listingGuide[field]}`)
    if (listing.claim_review_status !== 'verified') return
    for (const field of claimNeeds.verified)
      if (!isThere(field)) need(field, `is required for a verified claim. ${listingGuide[field]}`)
  })
export type ListingFile = z.infer<typeof ListingFile>

/** The fields of a listing, each with what to write in it, in the order of a file. */
// A field that the guide does not have would be dropped in silence: it does not compile.
function guided<S extends Record<keyof typeof listingGuide, z.ZodType>>(
  shape: S & { [K in Exclude<keyof S, keyof typeof listingGuide>]: never },
): S {
  const fields = Object.entries(listingGuide).map(([name, text]) => {
    const schema = shape[name as keyof typeof listingGuide]
    return [name, schema.describe(text)] as const
  })
  // Object.fromEntries knows no keys; they are those of the shape.
  return Object.fromEntries(fields) as S
}
