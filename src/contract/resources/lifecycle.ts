import { z } from 'zod'
import { LifecycleState } from '#contract/enums.ts'
import { HttpUrl, Uri, line, resource } from './fields.ts'

/** Whether a product can still be used. Decisions, Lifecycle. */
export const Lifecycle = resource('Lifecycle', 'Whether the product can still be used.', {
  state: LifecycleState.describe(
    '`unmaintained`: its makers no longer work on it; `archived`: its repository is read-only; `sunset`: it was shut down, so lists, search and recommend leave it out.',
  ),
  since: z.iso.date().nullable().describe('The day from which on it is in this state.'),
  successor: z.string().nullable().describe('The name or address of what follows it.'),
  source: Uri.nullable().describe('Where this is said; null while `active`.'),
})
export type Lifecycle = z.infer<typeof Lifecycle>

/** The lifecycle of a product of which nothing else is known. */
export const active: Lifecycle = { state: 'active', since: null, successor: null, source: null }

/** `lifecycle` in the files of listings. A product without it is active. */
export const EnteredLifecycle = z
  .strictObject({
    state: LifecycleState,
    since: z.iso.date().nullable().default(null),
    successor: line(200).nullable().default(null),
    source: HttpUrl.nullable().default(null),
  })
  .refine(({ state, source }) => state === 'active' || source !== null, {
    path: ['source'],
    error: 'is required: who says that it ends?',
  })
  .default(active)
