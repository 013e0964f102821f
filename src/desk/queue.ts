import { enums } from '#contract/enums.ts'
import {
  type QueueQuestion,
  type QueueState,
  countQueue,
  listQueue,
  queueStates,
} from '#db/queries/review-queue.ts'
import { listTakings } from '#db/queries/takings.ts'
import { age, onOneLine } from '#authoring/terminal-text.ts'
import type { Command } from './session.ts'
import { findMarks, marksOf } from './marks.ts'
import { done } from './tell.ts'
import { otherWork } from './waiting.ts'

/** Labels of the queue states. */
export const stateWords = {
  new: 'new',
  revised: 'revised',
  restored: 'taken back',
  claim_returned: 'claim back',
  revision_asked: 'with owner',
  proposed: 'proposal',
  stale: 'stale',
  claim_undecided: 'undecided',
  reported: 'report',
} as const satisfies Record<QueueState, string>

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
    const { backend, where, now, actor, values } = session
    const { search, state, kind } = values
    // At most 24 words. The cast is safe: `check` has refused unknown states and kinds.
    const words = search?.split(/\s+/).filter(Boolean).slice(0, 24)
    const criteria = { words, state, kind } as QueueQuestion
    const [listings, counts, takings, { waiting, sentences }] = await Promise.all([
      listQueue(backend.db, criteria),
      countQueue(backend.db),
      listTakings(backend.db),
      otherWork(backend.db),
    ])
    const marks = await findMarks(backend.db, listings)
    const lines = listings.map(({ waits_since, qualification_type, name, slug, ...row }) => {
      const taking = takings[slug]
      // `agent_native` is "native", and `agentic_workflow` "workflow".
      const claimed = qualification_type?.split('_')[1] ?? '-'
      const how = taking
        ? `(${taking.editor === actor ? 'you' : onOneLine(taking.editor)}, ${age(taking.taken_at, now())})`
        : stateAndKind(stateWords[row.state], claimed)
      return rowOf(age(waits_since, now()), how, marksOf(marks[slug]), slug, onOneLine(name))
    })
    const head = rowOf('age', stateAndKind('state', 'kind'), '', 'slug', 'name')
    const isNarrowed = (search ?? state ?? kind) !== undefined
    const { toDecide: to_decide, withOwner: with_owner } = counts
    const count = isNarrowed
      ? `${lines.length} of the queue.`
      : `${to_decide} to decide · ${with_owner} with owner.`
    const nothing = isNarrowed ? 'No submission matches this filter.' : 'Nothing is pending.'
    const text = [
      ...(lines.length > 0 ? [head, ...lines, count] : [nothing]),
      ...sentences,
      ...(where ? [`The database is ${where}.`] : []),
    ]
    const value = { listings, to_decide, with_owner, waiting, takings, marks }
    return done(session, value, text.join('\n'))
  },
}

const stateAndKind = (state: string, kind: string) => `${state.padEnd(10)} ${kind.padEnd(8)}`

// The marks are at most four columns wide. The name is last, since nobody knows how wide a terminal
// draws it.
function rowOf(age: string, how: string, mark: string, slug: string, name: string) {
  return `${age.padEnd(6)} ${how.padEnd(19)} ${mark.padEnd(4)} ${slug.padEnd(24)} ${name}`
}
