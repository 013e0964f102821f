import { z } from 'zod'
import { Slug, Uri } from './fields.ts'

/** A tool or approved product that a search found. */
export const SearchResult = z
  .object({
    type: z.enum(['tool', 'product']).describe('What was found.'),
    slug: Slug.describe('The slug of the tool or product.'),
    name: z.string().describe('Its name.'),
    description: z.string().nullable().describe('What it is or does.'),
    href: Uri.describe('The page to cite, always absolute.'),
    icon_url: Uri.nullable().describe('The icon of a tool.'),
    favicon_url: Uri.nullable().describe('The logo of a product.'),
    screenshot_url: Uri.nullable().describe('A screenshot of a product.'),
  })
  // Not SearchResult in documents: generators call the answer of the operation `search` that.
  .meta({ id: 'SearchHit', description: 'A tool or approved product that a search found.' })
export type SearchResult = z.infer<typeof SearchResult>
