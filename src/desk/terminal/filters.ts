import { enums } from '#contract/enums.ts'
import { type QueueQuestion, queueStates, statesBeside } from '#db/review-queue.ts'
import { stateWords } from '#desk/queue-lines.ts'

const unnumbered: readonly { label: string; narrowed: QueueQuestion }[] = [
  { label: 'all to decide', narrowed: {} },
  // The states beside the queue have keys of their own.
  ...queueStates
    .filter((state) => !statesBeside.some((beside) => beside === state))
    .map((state) => ({ label: stateWords[state], narrowed: { state } })),
  ...[...enums.qualificationType, 'none' as const].map((kind) => ({
    label: kind,
    narrowed: { kind },
  })),
]

/** The filters of the queue; their keys are digits, and 0 is the tenth. */
export const filters = unnumbered.map((filter, index) => ({
  ...filter,
  key: `${(index + 1) % 10}`,
}))

/** The criteria in words; empty without any. */
export function narrowedText({ words = [], state, kind }: QueueQuestion): string {
  return [
    ...(words.length > 0 ? [`“${words.join(' ')}”`] : []),
    ...(state ? [stateWords[state]] : []),
    ...(kind ? [kind] : []),
  ].join(', ')
}
