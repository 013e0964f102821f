import { z } from 'zod'
import { shapeIn } from '#contract/product-shapes.ts'
import { Slug, Timestamp, Uri } from './fields.ts'
import { ProductDetail } from './product.ts'
import { ProductTool } from './tool.ts'

const schema_version = z
  .literal('1')
  .describe('The version of this format. Fields may be added under the same version.')

/** A product in the slim files: enough to choose by, and where to read on. */
export const SlimProduct = z
  .object({
    ...shapeIn('brief'),
    listing_url: Uri.describe('The page to cite.'),
    tool_slugs: z.array(Slug).describe('The stack, in the order the listing gives.'),
  })
  .meta({ id: 'SlimProduct', description: 'A product in the slim files.' })
export type SlimProduct = z.infer<typeof SlimProduct>

const packages = z.array(z.string())

/** A tool in the bulk files: by what manifests name it, too. */
export const BulkTool = ProductTool.extend({
  packages: packages.describe('Package URLs of the tool itself.'),
  client_packages: packages.describe('Package URLs of what reaches it through its API.'),
  images: packages.describe('Package URLs of its container images.'),
  marker_files: packages.describe(
    'Files that name it: `fly.toml`, or with what stands in it, `package.json#engines.node`.',
  ),
  hosts: packages.describe('Host names by which code calls it: `api.acme.com`, `*.acme.com`.'),
}).meta({ id: 'BulkTool', description: 'A tool in the bulk files.' })
export type BulkTool = z.infer<typeof BulkTool>

/** /data/catalog.json */
export const FullCatalog = z.object({
  schema_version,
  count: z.int().min(0).describe('How many products there are.'),
  products: z.array(ProductDetail).describe('Every approved product, by slug.'),
  tools: z.array(BulkTool).describe('Every tool, in directory order.'),
})

/** /data/catalog.slim.json */
export const SlimCatalog = z.object({
  schema_version,
  count: z.int().min(0).describe('How many products there are.'),
  products: z.array(SlimProduct).describe('Every approved product in short, by slug.'),
})

/** /data/index.json: what the files are, and where the changelog goes on from them. */
export const BulkManifest = z.object({
  schema_version,
  count: z.int().min(0).describe('How many approved products there are.'),
  files: z
    .array(
      z.object({
        url: Uri.describe('Where the file is.'),
        description: z.string().describe('What is in it.'),
        media_type: z.string().describe('Its media type.'),
        bytes: z.int().min(0).describe('Its length.'),
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .describe(
            'The SHA-256 of its bytes, in hexadecimal digits. A file of another build has another one.',
          ),
        count: z.int().min(0).describe('How many products it holds.'),
      }),
    )
    .describe(
      'The files, all of one moment. What is too large for one file is in numbered parts, which together hold every product once.',
    ),
  removals: z
    .array(
      z.object({
        slug: Slug.describe('The slug of the listing, which no other listing will have.'),
        removed_at: Timestamp.describe('When it was withdrawn.'),
      }),
    )
    .describe(
      'The listings that were withdrawn last, at most 1,000, the latest first: drop them from a copy.',
    ),
  changelog_cursor: z
    .string()
    .describe(
      'Where the changelog goes on: pass it as `cursor` with `order=asc` to GET /changelog, and nothing is missed.',
    ),
  changelog_timestamp: Timestamp.nullable().describe(
    'The newest item of the changelog that the files hold; null before the first.',
  ),
  changelog_url: Uri.describe('That question, ready to be asked.'),
})
export type BulkManifest = z.infer<typeof BulkManifest>
