import { z } from 'zod'
import { shapeIn } from '#contract/product-shapes.ts'
import { Cycle } from './cycle.ts'
import { Slug, Timestamp, Uri, objects, resource } from './fields.ts'
import { ProductDetail } from './product.ts'
import { ProductTool } from './tool.ts'

const schema_version = z
  .literal('1')
  .describe('The version of this format. Fields may be added under the same version.')

/** A product in the slim files: its main facts and the URL of its listing. */
export const SlimProduct = resource('SlimProduct', 'A product in the slim files.', {
  ...shapeIn('brief'),
  listing_url: Uri.describe('The page to cite.'),
  tool_slugs: z.array(Slug).describe('The stack, in the order the listing gives.'),
})

const packages = z.array(z.string())

/** A tool in the bulk files, with the packages and files by which manifests refer to it. */
export const BulkTool = ProductTool.extend({
  packages: packages.describe('Package URLs of the tool itself.'),
  client_packages: packages.describe('Package URLs of clients of its API.'),
  images: packages.describe('Package URLs of its container images.'),
  marker_files: packages.describe(
    'Files or values that name it: `fly.toml`, `package.json#engines.node`.',
  ),
  hosts: packages.describe('Host names by which code calls it: `api.acme.com`, `*.acme.com`.'),
  main: packages.describe('Those of `packages` and `images` whose version is that of the tool.'),
  cycles: z.array(Cycle).describe('Its lines, oldest first, if its maker says when support ends.'),
}).meta({ id: 'BulkTool', description: 'A tool in the bulk files.' })
export type BulkTool = z.infer<typeof BulkTool>

/** /data/catalog.json: every product in full, and every tool. */
export const FullCatalog = z.object({
  schema_version,
  count: z.int().min(0).describe('How many products there are.'),
  products: z.array(ProductDetail).describe('Every approved product, by slug.'),
  tools: z.array(BulkTool).describe('Every tool, in directory order.'),
})

/** /data/catalog.slim.json: every product in short. */
export const SlimCatalog = z.object({
  schema_version,
  count: z.int().min(0).describe('How many products there are.'),
  products: z.array(SlimProduct).describe('Every approved product in short, by slug.'),
})

/** /data/index.json: a list of the bulk files, and where the changelog continues after them. */
export const BulkManifest = z.object({
  schema_version,
  count: z.int().min(0).describe('How many approved products there are.'),
  licence: z
    .string()
    .describe('The licence of what editors wrote and of the facts; texts of owners stay theirs.'),
  terms_url: Uri.describe('The terms of use.'),
  signature_url: Uri.describe('The Ed25519 signature of this file, in base64.'),
  key_url: Uri.describe('The public key of the signature, as a JWK.'),
  files: objects(
    'The files, all of the same moment. A file that would be too large is split into numbered parts, which together hold every product once.',
    {
      url: Uri.describe('Where the file is.'),
      description: z.string().describe('What is in it.'),
      media_type: z.string().describe('Its media type.'),
      bytes: z.int().min(0).describe('Its length.'),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe('The SHA-256 of its bytes, in hexadecimal.'),
      count: z.int().min(0).describe('How many products it holds.'),
    },
  ),
  removals: objects(
    'The latest withdrawn listings, at most 1,000, newest first: remove them from a copy.',
    {
      slug: Slug.describe('The slug of the listing, which no other listing will have.'),
      removed_at: Timestamp.describe('When it was withdrawn.'),
    },
  ),
  changelog_cursor: z
    .string()
    .describe(
      'Where the changelog continues: pass it as `cursor` with `order=asc` to GET /changelog, and nothing is missed.',
    ),
  changelog_timestamp: Timestamp.nullable().describe(
    'The newest change in the files; null if none.',
  ),
  changelog_url: Uri.describe('The address of that request.'),
})
export type BulkManifest = z.infer<typeof BulkManifest>
