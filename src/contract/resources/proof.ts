import { z } from 'zod'
import { Slug, Timestamp, Uri } from './fields.ts'

/**
 * How strongly a file says that a tool is used, strongest first. Issue 11: "Each proof has a level and
 * is never a bare yes".
 */
export const proofLevels = {
  required: 'What the product depends on.',
  image: 'A container image that it runs on or beside.',
  optional: 'An extra, what a host has to bring along, or what joins a framework to it.',
  host: 'Code calls it by its host name.',
  plugin_folder: 'Named in the folder of a plugin or an integration.',
  system_package: 'Installed into its container image.',
  deployment: 'Named by files that deploy it.',
} as const satisfies Record<string, string>

export type ProofLevel = keyof typeof proofLevels

const levels = Object.keys(proofLevels) as [ProofLevel, ...ProofLevel[]]

export const ProofLevel = z.enum(levels)

/** `not_found` is a question to an editor, never a verdict: tools are also called without a package. */
export const ProofState = z.enum(['proved', 'not_found', 'stale'])

/** Where a repository says that a listing uses its tools. */
export const ProductProof = z
  .object({
    repository: Uri.describe('The repository that was read.'),
    licence: z
      .string()
      .nullable()
      .describe('The SPDX identifier of its licence, or the name that the licence has there.'),
    last_activity: Timestamp.nullable().describe('When its newest commit was made.'),
    archived: z.boolean().nullable().describe('Null where the host does not tell.'),
    checked_at: Timestamp.describe('When it was read.'),
    tools: z
      .array(
        z.object({
          slug: Slug.describe('The slug of the tool.'),
          state: ProofState.describe(
            '`not_found`: no manifest names it, which is no proof that it is not used. `stale`: it was proved at this commit, and a later look at the repository found it no more; an editor is asked.',
          ),
          level: ProofLevel.nullable().describe('How strongly the file says it.'),
          source: Uri.nullable().describe('The line of the file at that commit.'),
          commit: z.string().describe('The commit that was read.'),
          line: z.int().min(1).nullable().describe('The line, counted from 1.'),
          checked_at: Timestamp.describe('When it was last looked at.'),
        }),
      )
      .describe(
        'The tools of the listing, in its order. A comparison leaves them out: `GET /products/{slug}` has them.',
      ),
  })
  .meta({ id: 'ProductProof', description: 'Where a repository says which tools are used.' })
export type ProductProof = z.infer<typeof ProductProof>
