import { enums } from '#contract/enums.ts'
import { type QueueQuestion, queueStates, statesBeside } from '#db/queries/review-queue.ts'
import { stateWords } from '#desk/queue-lines.ts'

const unnumbered: readonly { label: string; narrowed: QueueQuestion }[] = [
  { label: 'all to decide', narrowed: {} },
  // States outside the queue, `statesBeside`, have their own keys instead of a number.
  ...queueStates
    .filter((state) => !statesBeside.some((beside) => beside === state))
    .map((state) => ({ label: stateWords[state], narrowed: { state } })),
  ...[...enums.qualificationType, 'none' as const].map((kind) => ({
    label: kind,
    narrowed: { kind },
  })),
]

/** The filters of the queue with their digit keys; 0 is the tenth. */
export const filters = unnumbered.map((filter, index) => ({
  ...filter,
  key: `${(index + 1) % 10}`,
}))

/** Describes the active filter; empty if there is no filter. */
export function narrowedText({ words = [], state, kind }: QueueQuestion): string {
  return [
    ...(words.length > 0 ? [`“${words.join(' ')}”`] : []),
    ...(state ? [stateWords[state]] : []),
    ...(kind ? [kind] : []),
  ].join(', ')
}
