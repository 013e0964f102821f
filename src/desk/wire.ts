// The requests and answers of the editor API, between src/editor-api and the client in ./remote.ts.
import { z } from 'zod'
import { storable } from '#contract/text.ts'

const text = (most: number) => z.string().max(most).transform(storable)

/**
 * POST /api/editor/run: a command, as `readArguments` has read it. A field that only clients of
 * another version send is ignored.
 */
export const RunRequest = z.object({
  command: text(40),
  words: z.array(text(8_000)).max(100),
  values: z.record(text(40), z.union([z.literal(true), text(8_000)])),
  /** What the editor has answered to the question of an earlier answer. */
  answered: z.strictObject({ question: text(32_000), yes: z.boolean() }).optional(),
})
export type RunRequest = z.infer<typeof RunRequest>

/** What a command printed, its question before it does something, or that it was used wrongly. */
export type RunAnswer =
  | { code: number; printed: readonly { value: object; text: string }[] }
  /** `seen` is the version of the listing that the question is about; see `Session.confirm`. */
  | { confirm: string; seen?: string | undefined; warning?: string | undefined }
  | { misuse: string }
