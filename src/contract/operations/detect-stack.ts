import { z } from 'zod'
import { UnknownReason } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { bodyErrors, commonErrors, operation, response } from '#contract/operation.ts'
import { Slug, objects, resource } from '#contract/resources/fields.ts'
import { Requirement, Support } from '#contract/resources/proof.ts'

const { purls, manifests, path, unknown } = limits.detect

const DetectedTool = resource('DetectedTool', 'A tool that a project is built with.', {
  slug: Slug.describe('The slug of the tool, valid in submit, recommend and compare.'),
  name: z.string().describe('Its name.'),
  category: Slug.describe('The slug of its category.'),
  evidence: objects('The evidence for it, strongest first.', {
    package: z.string().describe('The package URL, or the file, that names it.'),
    source: z.string().describe('Where it was found: `path:line`, `purls` or `sbom`.'),
  }),
  requirement: Requirement.nullable().describe('The first version of the tool itself.'),
  support: Support.nullable().describe('Of that line, today; null if unknown.'),
})

export const detectStack = operation({
  id: 'detect_stack',
  method: 'POST',
  path: '/detect',
  summary: 'Detect a project’s stack',
  description:
    'Names tools of the directory in manifests, package URLs or an SBOM. Lock files are ignored; SBOMs count by their graph. Nothing is stored.',
  body: z
    .object({
      purls: z
        .array(z.string().max(path))
        .max(purls)
        .optional()
        .describe('Package URLs, `pkg:npm/next`.'),
      manifests: z
        .array(
          z.object({
            path: z.string().min(1).max(path).describe('Its path.'),
            content: z.string().describe('Its text.'),
          }),
        )
        .max(manifests)
        .optional()
        .describe('Files such as package.json, pyproject.toml, Dockerfile.'),
      sbom: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('A CycloneDX or SPDX 2 document.'),
    })
    .refine((body) => body.purls ?? body.manifests ?? body.sbom, {
      path: ['manifests'],
      error: 'or purls or sbom is needed: send at least one of the three',
    }),
  responses: {
    200: response('The tools that were found.', {
      tools: z.array(DetectedTool).describe('The tools, in directory order.'),
      unknown: z
        .array(z.string())
        .describe(
          'Package URLs, files and lines (`path:line`) that name no tool of the directory, and those of an SBOM without a dependency graph.',
        ),
      unknown_reasons: objects('Why each of `unknown` shows no tool, in the same order.', {
        name: z.string().describe('The entry of `unknown`.'),
        reason: UnknownReason.describe(
          '`no_tool`: no tool of the directory has this package. `lock_file`: it is ignored; send its manifest. `not_read`: no file of this kind is read. `no_graph`: its SBOM does not say what depends on what. `no_package_url`: a component of the SBOM has none. `variable`: the name at this `path:line` is set elsewhere. `not_understood`: the line looks like a dependency, but cannot be read. `broken`: the file cannot be read. `malformed`: it is no package URL.',
        ),
        detail: z.string().optional().describe('What is wrong with a file that is `broken`.'),
      }),
      truncated: z.boolean().describe(`Whether more than ${unknown} were unknown.`),
    }),
  },
  errors: ['invalid_request', ...bodyErrors, ...commonErrors],
  cache: 'never',
  bucket: 'search_reads',
  isTool: true,
  isQuestion: true,
  bodyBytes: limits.detect.body_bytes,
  tooLargeHint: 'The command line reads a project of any size on your machine: /docs/cli.',
  example: {
    body: {
      manifests: [
        {
          path: 'package.json',
          content: '{"dependencies":{"next":"16.0.0","@ai-sdk/openai":"2.0.0","left-pad":"1.3.0"}}',
        },
        { path: 'compose.yaml', content: 'services:\n  db:\n    image: postgres:18\n' },
      ],
    },
  },
})
