import { enums } from '#contract/enums.ts'
import { type QueueQuestion, type QueueState, queueStates, statesBeside } from '#db/review-queue.ts'
import { stateWords } from '#desk/queue-lines.ts'

/** What each filter leaves of the queue; the digits are their keys, 0 the tenth. */
export const filters: readonly { label: string; narrowed: QueueQuestion }[] = [
  { label: 'all to decide', narrowed: {} },
  // What stands beside the queue has keys of its own.
  ...queueStates
    .filter((state) => !statesBeside.some((beside) => beside === state))
    .map((state) => ({ label: stateWords[state], narrowed: { state } })),
  ...[...enums.qualificationType, 'none' as const].map((kind) => ({
    label: kind,
    narrowed: { kind },
  })),
]

/** The filter that a key stands for. */
export function filterOf(key: string) {
  return /^\d$/.test(key) ? filters[(Number(key) + 9) % 10] : undefined
}

/** The key of the filter that leaves one state. */
export function keyOf(state: QueueState): string {
  return `${(filters.findIndex(({ narrowed }) => narrowed.state === state) + 1) % 10}`
}

/** In words what is left of the queue, or nothing when all of it is there. */
export function narrowedText({ words = [], state, kind }: QueueQuestion): string {
  return [
    ...(words.length > 0 ? [`“${words.join(' ')}”`] : []),
    ...(state ? [stateWords[state]] : []),
    ...(kind ? [kind] : []),
  ].join(', ')
}
