import { enums } from '#contract/enums.ts'
import { type QueueQuestion, countQueue, listQueue, queueStates } from '#db/review-queue.ts'
import type { Command } from './arguments.ts'
import type { Values } from './options.ts'
import { countText, queueHead, queueLine, stateWords } from './queue-lines.ts'
import { screenWidth } from './screen-width.ts'
import { countWaiting } from './waiting.ts'

const kinds = [...enums.qualificationType, 'none'] as const

export const queue: Command = {
  about: 'the pending listings, in the order of review; with --state, public ones that wait, too',
  more: `--state: ${queueStates.map((state) => `${state} (in the list: ${stateWords[state]})`).join(', ')}.\n--kind: ${kinds.join(', ')}.`,
  options: ['search', 'state', 'kind'],
  check: (_, { state, kind }) => {
    if (state !== undefined && !queueStates.some((known) => known === state))
      return `--state is one of ${queueStates.join(', ')}.`
    if (kind !== undefined && !kinds.some((known) => known === kind))
      return `--kind is one of ${kinds.join(', ')}.`
    return undefined
  },
  run: async ({ backend, values, where, now, print }) => {
    const question = questionOf(values)
    const [listings, counts, waiting] = await Promise.all([
      listQueue(backend.db, question),
      countQueue(backend.db),
      countWaiting(backend.db),
    ])
    const width = screenWidth()
    const lines = listings.map((row) => queueLine(row, { width, now: now() }).trimEnd())
    const isNarrowed = Object.keys(question).length > 0
    const count = isNarrowed ? `${lines.length} of the queue.` : `${countText(counts)}.`
    const text = [
      ...(lines.length > 0 ? [queueHead(width).trimEnd(), ...lines, count] : []),
      ...(lines.length > 0
        ? []
        : [isNarrowed ? 'Nothing of the queue is so.' : 'Nothing is pending.']),
      ...waiting.sentences,
      ...(where ? [`The database is ${where}.`] : []),
    ]
    print(
      {
        listings,
        to_decide: counts.toDecide,
        with_owner: counts.withOwner,
        waiting: waiting.counts,
      },
      text.join('\n'),
    )
    return 0
  },
}

function questionOf({ search, state, kind }: Values): QueueQuestion {
  // `check` has looked at both.
  return {
    ...(search === undefined ? {} : { words: wordsOf(search) }),
    ...(state === undefined ? {} : { state: state as QueueQuestion['state'] }),
    ...(kind === undefined ? {} : { kind: kind as QueueQuestion['kind'] }),
  }
}

/** What somebody typed, word by word. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean).slice(0, 24)
}
