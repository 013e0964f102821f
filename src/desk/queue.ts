import { enums } from '#contract/enums.ts'
import { type QueueQuestion, queueStates } from '#db/queries/review-queue.ts'
import type { Command } from './session.ts'
import { queueHead, queueLine, stateWords } from './queue-lines.ts'
import { findMarks, marksOf } from './marks.ts'
import { done } from './tell.ts'
import { readQueue } from './waiting.ts'

const kinds = [...enums.qualificationType, 'none'] as const

export const queue: Command = {
  about: 'the pending listings, in the order of review; with --state, public ones that wait, too',
  more: [
    `--state: ${queueStates.map((state) => `${state} (in the list: ${stateWords[state]})`).join(', ')}.`,
    `--kind: ${kinds.join(', ')}.`,
    'Marks: ! doubtful name or letters, > speaks to models, $ advertising, = looks like another.',
  ].join('\n'),
  options: ['search', 'state', 'kind'],
  check: (_, { state, kind }) => {
    if (state !== undefined && !queueStates.some((known) => known === state))
      return `--state is one of ${queueStates.join(', ')}.`
    return kind !== undefined && !kinds.some((known) => known === kind)
      ? `--kind is one of ${kinds.join(', ')}.`
      : undefined
  },
  run: async (session) => {
    const { backend, where, now, actor } = session
    const { search, state, kind } = session.values
    // The cast is safe: `check` has refused unknown states and kinds.
    const words = search === undefined ? undefined : wordsOf(search)
    const criteria = { words, state, kind } as QueueQuestion
    const { listings, counts, takings, waiting, sentences } = await readQueue(backend.db, criteria)
    const marks = await findMarks(backend.db, listings)
    const lines = listings.map((row) => {
      const [mark, taking] = [marksOf(marks[row.slug]), takings[row.slug]]
      return queueLine(row, { now: now(), mark, taking, actor })
    })
    const isNarrowed = (search ?? state ?? kind) !== undefined
    const { toDecide: to_decide, withOwner: with_owner } = counts
    const count = isNarrowed
      ? `${lines.length} of the queue.`
      : `${to_decide} to decide · ${with_owner} with owner.`
    const nothing = isNarrowed ? 'No submission matches this filter.' : 'Nothing is pending.'
    const text = [
      ...(lines.length > 0 ? [queueHead(), ...lines, count] : [nothing]),
      ...sentences,
      ...(where ? [`The database is ${where}.`] : []),
    ]
    const value = { listings, to_decide, with_owner, waiting, takings, marks }
    return done(session, value, text.join('\n'))
  },
}

/** The words of a search query, at most 24. */
function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean).slice(0, 24)
}
