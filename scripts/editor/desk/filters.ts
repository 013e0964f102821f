import { enums } from '../../../src/contract/enums.ts'
import { type QueueQuestion, queueStates } from '../../../src/db/review-queue.ts'

/** What the key of each filter leaves of the queue. */
export const filters: readonly { label: string; narrowed: QueueQuestion }[] = [
  { label: 'all', narrowed: {} },
  // Proposals are not of the queue; they have a key of their own.
  ...queueStates
    .filter((state) => state !== 'proposed')
    .map((state) => ({ label: state, narrowed: { state } })),
  ...[...enums.qualificationType, 'none' as const].map((kind) => ({
    label: kind,
    narrowed: { kind },
  })),
]

/** In words what is left of the queue, or nothing when all of it is there. */
export function narrowedText({ words = [], state, kind }: QueueQuestion): string {
  return [...(words.length > 0 ? [`“${words.join(' ')}”`] : []), state ?? [], kind ?? []]
    .flat()
    .join(', ')
}
