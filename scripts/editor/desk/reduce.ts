import { cleanText } from '../../../src/contract/text.ts'
import type { QueueQuestion } from '../../../src/db/review-queue.ts'
import { wordsOf } from '../queue.ts'
import { type Answers, type DeskAction, type Question, subjectOf } from './actions.ts'
import { filterOf } from './filters.ts'
import type { DeskContext, DeskState, Effect, Event, Next } from './state.ts'

/** The desk after an event, and what is to be done next. Pure: the loop reads, asks and decides. */
export function reduce(state: DeskState, event: Event, context: DeskContext): Next {
  if (event.kind === 'key') return onKey({ ...state, message: null }, event.name, context)
  if (event.kind === 'typed') return onTyped(state, event, context)
  if (event.kind === 'read') return onRead(state, event)
  if (event.kind === 'opened') return onOpened(state, event)
  if (event.kind === 'failed') return say({ ...state, mode: base(state) }, event.text)
  if (event.kind === 'undone') {
    // Done or not, it is not tried again: the next undo takes what was done before it.
    const taken = state.done.findIndex(({ undo }) => undo !== null)
    const others = state.done.filter((_, index) => index !== taken)
    if (!event.isDone) {
      const kept = state.done.map((one, index) => (index === taken ? { ...one, undo: null } : one))
      return { state: { ...state, done: kept, message: event.text }, effect: read(null) }
    }
    const done = [{ text: event.text, undo: null }, ...others]
    return { state: { ...state, done }, effect: read(event.slug) }
  }
  const { isDone, text, undo, slug, isOver } = event
  const told = isDone ? { done: [{ text, undo }, ...state.done] } : { message: text }
  const next = isOver ? following(state, slug) : slug
  return { state: { ...state, ...told }, effect: read(next) }
}

const read = (next: string | null): Effect => ({ kind: 'read', next })
const still = (state: DeskState): Next => ({ state, effect: null })
const say = (state: DeskState, message: string): Next => still({ ...state, message })

function onKey(state: DeskState, key: string, context: DeskContext): Next {
  const { mode } = state
  if (key === 'ctrl-c' || key === 'ctrl-d') return { state, effect: { kind: 'quit' } }
  if (mode.kind === 'help') return still({ ...state, mode: base(state) })
  if (mode.kind === 'filter') return onFilter(state, key)
  if (mode.kind === 'asking') return onMenu(state, mode, key, context)
  if (mode.kind === 'confirming') return onConfirm(state, mode, key, context)
  if (key === 'q') return { state, effect: { kind: 'quit' } }
  if (key === '?') return still({ ...state, mode: { kind: 'help' } })
  if (key === 'u') return undoLast(state)
  if (key === '/')
    return {
      state,
      effect: { kind: 'type', about: 'Search (nothing shows all)', initial: '', for: 'search' },
    }
  return mode.kind === 'list' ? onListKey(state, key) : onListingKey(state, key, context)
}

/** Where a question was asked from. */
function base({ opened }: DeskState): { kind: 'listing' } | { kind: 'list' } {
  return opened ? { kind: 'listing' } : { kind: 'list' }
}

function onListKey(state: DeskState, key: string): Next {
  const row = state.queue[state.at]
  if (key === 'enter' || key === 'right')
    return row
      ? { state, effect: { kind: 'open', slug: row.slug } }
      : say(state, 'The list is empty.')
  if (key === 'f') return still({ ...state, mode: { kind: 'filter' } })
  if (key === 'g') return { state, effect: read(null) }
  if (key === 'p') {
    const isShown = state.narrowed.state === 'proposed'
    const narrowed: QueueQuestion = isShown ? {} : { state: 'proposed' }
    return { state: { ...state, narrowed, at: 0 }, effect: read(null) }
  }
  const step = { down: 1, j: 1, up: -1, k: -1, pagedown: 10, space: 10, pageup: -10 }[key]
  if (step === undefined) return say(state, 'No key of the list; ? tells which there are.')
  const at = Math.max(0, Math.min(state.queue.length - 1, state.at + step))
  return still({ ...state, at })
}

function onListingKey(state: DeskState, key: string, context: DeskContext): Next {
  const { opened } = state
  if (!opened) return still({ ...state, mode: { kind: 'list' } })
  if (key === 'escape' || key === 'left' || key === 'l')
    return { state: { ...state, opened: null, mode: { kind: 'list' } }, effect: read(null) }
  if (key === 's') return open(state, following(state, opened.listing.slug))
  const page = { space: 10, pagedown: 10, down: 1, j: 1, up: -1, k: -1, pageup: -10, b: -10 }[key]
  if (page !== undefined) return still({ ...state, scroll: Math.max(0, state.scroll + page) })
  const action = Object.hasOwn(context.actions, key) ? context.actions[key] : undefined
  const subject = subjectOf(opened.listing)
  if (action?.on !== subject) return say(state, `No key of a ${subject}; ? tells which there are.`)
  return ask(state, key, [], context)
}

/** The one after this in the queue as it is on the screen. */
function following({ queue }: DeskState, slug: string): string | null {
  const place = queue.findIndex((row) => row.slug === slug)
  return queue[place + 1]?.slug ?? null
}

function open(state: DeskState, slug: string | null): Next {
  if (slug !== null) return { state, effect: { kind: 'open', slug } }
  const list = { ...state, opened: null, mode: { kind: 'list' as const } }
  return { state: { ...list, message: 'That was the end of the list.' }, effect: read(null) }
}

/** Asks the next question of an action, or, when all are answered, whether to do it. */
function ask(state: DeskState, key: string, answers: Answers, context: DeskContext): Next {
  const action = context.actions[key]!
  const question = action.asks[answers.length]
  if (!question) return confirm(state, key, answers, context)
  const asking = { ...state, mode: { kind: 'asking' as const, key, answers } }
  if (question.kind === 'text')
    return { state: asking, effect: typeAnswer(question.about(answers)) }
  if (question.kind === 'reason' && !context.reasons[question.of]?.length)
    return { state: asking, effect: typeAnswer(question.about) }
  return still(asking)
}

function typeAnswer(about: string, initial = ''): Effect {
  return { kind: 'type', about, initial, for: 'answer' }
}

function confirm(state: DeskState, key: string, answers: Answers, context: DeskContext): Next {
  const { opened } = state
  if (!opened) return still({ ...state, mode: { kind: 'list' } })
  const { listing } = opened
  const yes: Effect = { kind: 'act', key, listing, answers }
  const sentence = context.actions[key]!.consequence({ listing, answers, to: context.to })
  if (sentence === null) return { state: { ...state, mode: { kind: 'listing' } }, effect: yes }
  return still({ ...state, mode: { kind: 'confirming', sentence, yes, key, answers } })
}

type ModeOf<K> = Extract<DeskState['mode'], { kind: K }>

function onMenu(state: DeskState, mode: ModeOf<'asking'>, key: string, context: DeskContext): Next {
  const question = questionOf(context.actions[mode.key]!, mode.answers)
  const entries = menuOf(question, context)
  const answer = /^[1-9]$/.test(key) ? entries[Number(key) - 1] : undefined
  if (answer) return ask(state, mode.key, [...mode.answers, answer.value], context)
  if (question?.kind === 'reason' && key === 'o')
    return { state, effect: typeAnswer(question.about) }
  return say({ ...state, mode: base(state) }, 'Nothing was changed.')
}

function questionOf(action: DeskAction, answers: Answers): Question | undefined {
  return action.asks[answers.length]
}

/** What can be chosen by its number. */
export function menuOf(
  question: Question | undefined,
  { reasons }: DeskContext,
): { label: string; value: string }[] {
  if (question?.kind === 'choice') return question.choices.map((value) => ({ label: value, value }))
  if (question?.kind !== 'reason') return []
  return (reasons[question.of] ?? [])
    .slice(0, 9)
    .map(({ title, text }) => ({ label: title, value: text }))
}

function onConfirm(
  state: DeskState,
  mode: ModeOf<'confirming'>,
  key: string,
  context: DeskContext,
): Next {
  const back = { ...state, mode: base(state) }
  if (key === 'enter' || key === 'y' || key === mode.key) return { state: back, effect: mode.yes }
  const action = context.actions[mode.key]
  const last = action?.asks.at(-1)
  // A canned reason may be changed before it is sent.
  if (key === 'e' && last && last.kind !== 'choice' && mode.yes.kind === 'act') {
    const answers = mode.answers.slice(0, -1)
    const about = last.kind === 'reason' ? last.about : last.about(answers)
    const asking = { ...state, mode: { kind: 'asking' as const, key: mode.key, answers } }
    return { state: asking, effect: typeAnswer(about, mode.answers.at(-1)) }
  }
  return say(back, 'Nothing was changed.')
}

function onTyped(
  state: DeskState,
  { text, for: purpose }: Extract<Event, { kind: 'typed' }>,
  context: DeskContext,
): Next {
  const { mode } = state
  if (purpose === 'search') {
    if (text === null) return still(state)
    const { words: _, ...others } = state.narrowed
    const words = wordsOf(text)
    const narrowed = words.length > 0 ? { ...others, words } : others
    const list = { ...state, narrowed, at: 0, opened: null, mode: { kind: 'list' as const } }
    return { state: list, effect: read(null) }
  }
  if (mode.kind !== 'asking') return still(state)
  const question = questionOf(context.actions[mode.key]!, mode.answers)
  const answer = cleanText(text ?? '')
  const mayBeEmpty = question?.kind === 'text' && question.mayBeEmpty(mode.answers)
  if (text === null || (answer === '' && !mayBeEmpty))
    return say({ ...state, mode: base(state) }, 'Nothing was changed.')
  return ask(state, mode.key, [...mode.answers, answer], context)
}

function onFilter(state: DeskState, key: string): Next {
  const chosen = filterOf(key)
  const list = { ...state, mode: { kind: 'list' as const } }
  if (!chosen) return still(list)
  const { words } = state.narrowed
  const narrowed = { ...(words ? { words } : {}), ...chosen.narrowed }
  return { state: { ...list, narrowed, at: 0 }, effect: read(null) }
}

function undoLast(state: DeskState): Next {
  const undo = state.done.find(({ undo }) => undo !== null)?.undo
  if (!undo) return say(state, 'There is nothing that could be taken back.')
  const yes: Effect = { kind: 'undo', undo }
  if (undo.consequence === null) return { state, effect: yes }
  const sentence = undo.consequence
  return still({ ...state, mode: { kind: 'confirming', sentence, yes, key: 'u', answers: [] } })
}

/** The list again. What was to come up comes up, unless somebody took it meanwhile. */
function onRead(state: DeskState, { rows, waiting, next }: Extract<Event, { kind: 'read' }>): Next {
  const selected = state.queue[state.at]?.slug
  const place = rows.findIndex(({ slug }) => slug === (next ?? selected))
  const at = place >= 0 ? place : Math.max(0, Math.min(state.at, rows.length - 1))
  const fresh = { ...state, queue: rows, waiting, at }
  if (next !== null && place >= 0) return { state: fresh, effect: { kind: 'open', slug: next } }
  return still({ ...fresh, opened: null, scroll: 0, mode: { kind: 'list' } })
}

function onOpened(state: DeskState, { slug, opened }: Extract<Event, { kind: 'opened' }>): Next {
  const isWaiting =
    opened?.listing.status === 'pending' ||
    (opened?.listing.status === 'approved' && state.narrowed.state === 'proposed')
  if (!opened || !isWaiting) {
    const message = `${slug} is not pending any more: somebody else decided on it.`
    return {
      state: { ...state, message, opened: null, mode: { kind: 'list' } },
      effect: read(null),
    }
  }
  const at = Math.max(
    0,
    state.queue.findIndex((row) => row.slug === slug),
  )
  return still({ ...state, at, opened, scroll: 0, mode: { kind: 'listing' } })
}
