import { z } from 'zod'
import { Uri, resource } from './fields.ts'

/** How long the maker of a tool supports one line of it. */
export const Cycle = resource('Cycle', 'A line of a tool, as its maker supports it.', {
  line: z
    .string()
    .regex(/^\d+(?:\.\d+)?$/, { error: 'is no major or minor in quotation marks, such as "3.9"' })
    .describe('Its major or minor, such as `16` or `3.9`.'),
  released: z.iso.date().nullable().describe('Null if the source does not say.'),
  ends: z
    .union([z.iso.date(), z.enum(['past', 'unknown'])])
    .nullable()
    .describe(
      'The last day of support; null while it is supported and no day is named; `past` if it ended on a day that was not found; `unknown` if not even that was found.',
    ),
  source: Uri.startsWith('https://').describe('Where the maker says it.'),
  read: z.iso.date().describe('The day of the copy of the source that was read.'),
})
export type Cycle = z.infer<typeof Cycle>
