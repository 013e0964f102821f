import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { Slug, Timestamp, Uri, objects, resource } from './fields.ts'

/**
 * How strongly a file shows that a tool is used, strongest first. Every proof has one of these
 * levels.
 */
export const proofLevels = {
  required: 'A dependency of the product.',
  development: 'A development dependency: a language or a front-end framework it is written with.',
  image: 'A container image that it runs on or beside.',
  optional:
    'An optional extra, a peer dependency, an adapter of a framework, or a line of a frozen list.',
  host: 'Code calls it by its host name.',
  file: 'A file that only its users have, such as `tsconfig.json`.',
  plugin_folder: 'Named in the folder of a plugin or an integration.',
  system_package: 'Installed into its container image.',
  deployment: 'Named by files that deploy it.',
} as const satisfies Record<string, string>

export type ProofLevel = keyof typeof proofLevels

const levels = Object.keys(proofLevels) as [ProofLevel, ...ProofLevel[]]

export const ProofLevel = z.enum(levels)

/** The version that a manifest asks for, which is not always the version that is installed. */
export const Requirement = resource('Requirement', 'The version that a manifest asks for.', {
  raw: z
    .string()
    .min(1)
    .max(limits.requirement)
    .describe(
      'The version expression as the manifest or its catalogue writes it, such as `^15.1.0`.',
    ),
  kind: z
    .enum(['exact', 'range', 'floor', 'tag', 'none'])
    .describe('A `floor` has no upper bound, a `tag` is of an image or a channel.'),
  major: z.int().nullable().describe('The major of all that it allows; null if there are several.'),
})
export type Requirement = z.infer<typeof Requirement>

/** What is stored of a requirement. The rest follows from it and from the package. */
export const StoredRequirement = Requirement.pick({ raw: true })
export type StoredRequirement = z.infer<typeof StoredRequirement>

/** Whether the maker of a tool still supports what a manifest asks for. */
export const Support = resource('Support', 'Whether its maker supports a line of a tool.', {
  state: z.enum(['supported', 'ended']).describe('By the day on which it was last looked at.'),
  ends: z.iso.date().nullable().describe('The last day of support; null if none is known.'),
  source: Uri.describe('Where the maker says it.'),
})
export type Support = z.infer<typeof Support>

/** A tool of a listing as it is stored, with the file and line in a repository that prove it. */
export interface ProvedTool {
  slug: string
  state: 'proved' | 'not_found'
  level: ProofLevel | null
  path: string | null
  line: number | null
  /** Missing in rows of a deployment before migration 42, until the next sync of content/. */
  package?: string | null
  requirement?: StoredRequirement | null
  shows?: string | null
  /** The address and commit of the repository, if it is not the first one of the listing. */
  repository?: string
  commit?: string
}

/**
 * `not_found` asks editors to look. It does not mean that the tool is unused: a tool can be called
 * without a package.
 */
export const ProofState = z.enum(['proved', 'not_found', 'stale'])

export const ProductProof = resource(
  'ProductProof',
  'Where a repository proves the tools of a listing.',
  {
    repository: Uri.describe('The repository that was read.'),
    licence: z
      .string()
      .nullable()
      .describe('The SPDX identifier of its licence, or the name that the repository gives it.'),
    source_date: z.iso.date().nullable().describe('The day of the commit that was read.'),
    last_activity: Timestamp.nullable().describe('When the newest commit that was seen was made.'),
    archived: z.boolean().nullable().describe('Null when the host does not say.'),
    checked_at: Timestamp.describe('When it was last looked at.'),
    first_commit: Timestamp.nullable().describe(
      'When its first commit was made; null if its history was not read.',
    ),
    tools: objects('The tools of the listing, in its order.', {
      slug: Slug.describe('The slug of the tool.'),
      state: ProofState.describe(
        '`not_found`: no manifest names it, which does not prove that it is unused. `stale`: it was proved at this commit, but missing when the repository was read again; an editor checks it.',
      ),
      level: ProofLevel.nullable().describe('How strong the proof is.'),
      source: Uri.nullable().describe('The line of the file at that commit.'),
      commit: z.string().describe('The commit that was read.'),
      line: z.int().min(1).nullable().describe('The line, counted from 1.'),
      package: z
        .string()
        .nullable()
        .describe('The package that the line names, as a package URL without a version.'),
      requirement: Requirement.nullable().describe(
        'The version of that package, image or engine that the line asks for; null if it names none.',
      ),
      support: Support.nullable().describe(
        'Of the line of the tool that the requirement asks for; null if the package is not the tool itself, if the requirement says not what runs, or if its maker names no end.',
      ),
      shows: z
        .string()
        .nullable()
        .describe(
          'What was found where no package is named, such as `engines.node` or `names api.openai.com`.',
        ),
      checked_at: Timestamp.describe('When it was last looked at.'),
      since: Timestamp.nullable().describe(
        'Since when a manifest has named it, by the day of the commit on the main line; null if that is not known.',
      ),
    }),
    past_tools: objects(
      'Tools that it depended on for at least a month and that no manifest of the product itself names any more, in the order of their beginning. Model providers are left out, since they are chosen in settings.',
      {
        slug: Slug.describe('The slug of the tool.'),
        since: Timestamp.describe('Since when a manifest named it.'),
        until: Timestamp.describe('When the last manifest that named it lost it.'),
        path: z.string().describe('The manifest that named it first.'),
        commit: z.string().describe('The commit that removed it.'),
      },
    ),
  },
)
export type ProductProof = z.infer<typeof ProductProof>
