import { z } from 'zod'
import { Slug, Uri, resource } from './fields.ts'

/**
 * A tool or approved product that a search found. Documents call it `SearchHit`, because client
 * generators already use the name SearchResult for the answer of the operation.
 */
export const SearchResult = resource(
  'SearchHit',
  'A tool or approved product that a search found.',
  {
    type: z.enum(['tool', 'product']).describe('The kind of result.'),
    slug: Slug.describe('The slug of the tool or product.'),
    name: z.string().describe('Its name.'),
    description: z.string().nullable().describe('What it is or does.'),
    href: Uri.describe('The page to cite, always absolute.'),
    icon_url: Uri.nullable().describe('The icon of a tool.'),
    favicon_url: Uri.nullable().describe('The logo of a product.'),
    screenshot_url: Uri.nullable().describe('A screenshot of a product.'),
  },
)
export type SearchResult = z.infer<typeof SearchResult>
