import { z } from 'zod'
import { Timestamp, Uri, resource } from './fields.ts'

export const Reading = resource('Reading', 'Who read the sources, and at which commit.', {
  by: z.string().describe('Who, or what, read them.'),
  at: Timestamp.describe('When they were read.'),
  repository: Uri.describe('The repository.'),
  commit: z.string().describe('The commit.'),
  committed_on: z.iso.date().nullable().describe('The day of that commit.'),
})
export type Reading = z.infer<typeof Reading>
