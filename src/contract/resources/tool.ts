import { z } from 'zod'
import { Slug, Timestamp, Uri, objects, resource } from './fields.ts'

const name = z.string().describe('The name as its maker writes it.')
const description = z.string().nullable().describe('What the tool is, in one sentence.')
const category = Slug.describe('The slug of the category, for `category` of GET /products.')

export const Tool = resource('Tool', 'A stack component, as GET /tools lists it.', {
  slug: Slug.describe('The stable name of the tool, valid in `tool_slugs` of a submission.'),
  name,
  description,
  category,
})

/** A stack component in the stack of a product. */
export const ProductTool = resource(
  'ProductTool',
  'A stack component inside a product, in the order the listing gives.',
  {
    id: z.uuid().describe('The id of the tool, valid in `tool_ids` of a submission.'),
    name,
    slug: Slug.describe('The stable name of the tool.'),
    description,
    icon_url: Uri.nullable().describe('An SVG icon, if its licence allows one.'),
    category,
    product_count: z.int().min(0).describe('How many approved listings are built with it.'),
    created_at: Timestamp.describe('When the tool entered the directory.'),
  },
)
export type ProductTool = z.infer<typeof ProductTool>

export const ToolName = resource('ToolName', 'The slug and name of a stack component.', {
  slug: Slug.describe('The slug of the tool.'),
  name: z.string().describe('Its name.'),
})
export type ToolName = z.infer<typeof ToolName>

export const ToolDetail = Tool.extend({
  homepage: Uri.describe('Its homepage.'),
  topics: z.array(Slug).describe('Slugs of its topics.'),
  packages: z.array(z.string()).describe('Package URLs by which manifests name it.'),
  product_count: ProductTool.shape.product_count,
  requirements: objects(
    'The majors of the tool itself that manifests of listings ask for, most first.',
    {
      major: z.int().min(0).describe('The major.'),
      count: z.int().min(1).describe('How many listings ask for it.'),
    },
  ),
  used_together: objects('The tools that listings use most often with it.', {
    ...ToolName.shape,
    count: z.int().describe('How many listings use both in their code.'),
  }),
}).meta({ id: 'ToolDetail', description: 'One stack component in full.' })
