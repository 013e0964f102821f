import { cleanText } from '#contract/text.ts'
import { type QueueQuestion, type QueueRow, statesBeside } from '#db/review-queue.ts'
import { wordsOf } from '#desk/queue.ts'
import { joined } from '#desk/reasons.ts'
import { type Answers, subjectOf } from './actions.ts'
import { filterOf } from './filters.ts'
import { fitChoices, isChecked, menuOf, questionOf, reasonsAsked } from './menus.ts'
import type { Confirming, DeskContext, DeskState, Effect, Event, Next } from './state.ts'

/** The desk after an event, and what is to be done next. Pure: the loop reads, asks and decides. */
export function reduce(state: DeskState, event: Event, context: DeskContext): Next {
  if (event.kind === 'key') {
    const next = onKey({ ...state, message: null }, event.name, context)
    // What was said last stays on the screen that the desk leaves.
    return next.effect?.kind === 'quit' ? { ...next, state } : next
  }
  if (event.kind === 'typed') return onTyped(state, event, context)
  if (event.kind === 'read') return onRead(state, event)
  if (event.kind === 'opened') return onOpened(state, event)
  if (event.kind === 'failed') return say({ ...state, mode: base(state) }, event.text)
  if (event.kind === 'mails')
    return still({ ...state, mode: { kind: 'mails', lines: event.lines } })
  if (event.kind === 'late') return late(state, event.problems)
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
  // What an editor must know beside it stays until the next key.
  const [first = '', ...more] = text.split('\n')
  const warning = more.find((line) => line.startsWith('Warning: ')) ?? null
  const told = isDone
    ? { done: [{ text: first, undo }, ...state.done], message: warning }
    : { message: text }
  const next = isOver ? following(state, slug) : slug
  return { state: { ...state, ...told }, effect: read(next) }
}

/** It stays until the next key, beside what is said already. */
function late(state: DeskState, problems: readonly string[]): Next {
  if (problems.length === 0) return still(state)
  return say(state, [...(state.message === null ? [] : [state.message]), ...problems].join(' '))
}

const read = (next: string | null): Effect => ({ kind: 'read', next })
const still = (state: DeskState): Next => ({ state, effect: null })
const say = (state: DeskState, message: string): Next => still({ ...state, message })

function onKey(state: DeskState, key: string, context: DeskContext): Next {
  const { mode } = state
  if (key === 'ctrl-c' || key === 'ctrl-d') return { state, effect: { kind: 'quit' } }
  if (mode.kind === 'help' || mode.kind === 'mails') return still({ ...state, mode: base(state) })
  if (mode.kind === 'filter') return onFilter(state, key)
  if (mode.kind === 'asking') return onMenu(state, mode, key, context)
  if (mode.kind === 'confirming') return onConfirm(state, mode, key, context)
  if (mode.kind === 'fitting') return onFit(state, mode.of, key, context)
  if (key === 'q') return { state, effect: { kind: 'quit' } }
  if (key === '?') return still({ ...state, mode: { kind: 'help' } })
  if (key === 'u') return undoLast(state)
  if (key === 'm') return { state, effect: { kind: 'mails' } }
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

const ends = { home: -Infinity, end: Infinity }

function onListKey(state: DeskState, key: string): Next {
  const row = state.queue[state.at]
  if (key === 'enter' || key === 'right')
    return row
      ? { state, effect: { kind: 'open', slug: row.slug } }
      : say(state, 'Nothing waits for you here.')
  if (key === 'f') return still({ ...state, mode: { kind: 'filter' } })
  if (key === 'g') return { state, effect: read(null) }
  const listed = { p: 'proposed', o: 'stale', c: 'claim_undecided' } as const
  if (key === 'p' || key === 'o' || key === 'c') {
    const isShown = state.narrowed.state === listed[key]
    const narrowed: QueueQuestion = isShown ? {} : { state: listed[key] }
    return { state: { ...state, narrowed, at: 0 }, effect: read(null) }
  }
  const step = { ...ends, down: 1, j: 1, up: -1, k: -1, pagedown: 10, space: 10, pageup: -10 }[key]
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
  if (key === 'home') return still({ ...state, scroll: 0 })
  const page = { space: 10, pagedown: 10, down: 1, j: 1, up: -1, k: -1, pageup: -10, b: -10 }[key]
  if (page !== undefined) return still({ ...state, scroll: Math.max(0, state.scroll + page) })
  const action = Object.hasOwn(context.actions, key) ? context.actions[key] : undefined
  const subject = subjectOf(opened.listing, state.narrowed)
  if (subject === 'evidence')
    return say(state, 'Evidence is mended in the file of its listing; below stands how.')
  if (!action?.on.includes(subject))
    return say(state, `No key of a ${subject}; ? tells which there are.`)
  return ask(state, key, [], context)
}

/** The one after this in the queue as it is on the screen. */
function following({ queue, narrowed }: DeskState, slug: string): string | null {
  const place = queue.findIndex((row) => row.slug === slug)
  // What is with its owner comes up only for an editor who has chosen to see those.
  const isShown = (row: QueueRow) => isWithOwner(row) === (narrowed.state === 'revision_asked')
  return queue.slice(place + 1).find(isShown)?.slug ?? null
}

function isWithOwner({ state }: QueueRow): boolean {
  return state === 'revision_asked'
}

/** Whoever searches finds all; else those with their owner are shown when they are chosen. */
function isListed(row: QueueRow, { words, state }: QueueQuestion): boolean {
  return !isWithOwner(row) || words !== undefined || state === 'revision_asked'
}

function open(state: DeskState, slug: string | null): Next {
  if (slug !== null) return { state, effect: { kind: 'open', slug } }
  const list = { ...state, opened: null, mode: { kind: 'list' as const } }
  return { state: { ...list, message: 'That was the end of the list.' }, effect: read(null) }
}

/** Asks the next question of an action, or, when all are answered, whether to do it. */
function ask(state: DeskState, key: string, answers: Answers, context: DeskContext): Next {
  const question = questionOf(state, { key, answers }, context)
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

function confirm(
  state: DeskState,
  key: string,
  answers: Answers,
  context: DeskContext,
  { chosen, fit }: Pick<Confirming, 'chosen' | 'fit'> = { chosen: [], fit: [] },
): Next {
  const { opened } = state
  if (!opened) return still({ ...state, mode: { kind: 'list' } })
  const { listing } = opened
  const yes: Effect = { kind: 'act', key, listing, answers }
  const asked = context.actions[key]!.consequence({ listing, answers, to: context.to })
  if (asked === null) return { state: { ...state, mode: { kind: 'listing' } }, effect: yes }
  const isUnseen = !isChecked(state) && answers[0] === 'verified'
  const sentence = isUnseen ? `${asked} No link was opened: it is verified unseen.` : asked
  return still({ ...state, mode: { kind: 'confirming', sentence, yes, key, answers, chosen, fit } })
}

type ModeOf<K> = Extract<DeskState['mode'], { kind: K }>

function onMenu(state: DeskState, mode: ModeOf<'asking'>, key: string, context: DeskContext): Next {
  const question = questionOf(state, mode, context)
  if (question?.kind === 'reason' && key === 'o')
    return { state, effect: typeAnswer(question.about) }
  const entries = menuOf(state, question, context)
  const entry = entries.find((one) => one.key === key || (key === 'enter' && one.isDefault))
  if (!entry) return say({ ...state, mode: base(state) }, 'Nothing was changed.')
  const answers = [...mode.answers, ...entry.answers]
  return entry.reason
    ? confirm(state, mode.key, answers, context, { chosen: [key], fit: [] })
    : ask(state, mode.key, answers, context)
}

/** As many reasons as one mail names. More are a text of its own. */
const mostReasons = 3

/** One reason more or one less of those that are asked about; none left asks anew. */
function toggle(state: DeskState, mode: Confirming, digit: string, context: DeskContext): Next {
  const { chosen } = mode
  const { entries, before } = reasonsAsked(state, mode, context)
  if (!entries.some((entry) => entry.key === digit))
    return say(state, `There is no reason ${digit}.`)
  const now = chosen.includes(digit) ? chosen.filter((one) => one !== digit) : [...chosen, digit]
  if (now.length === 0) return ask(state, mode.key, before, context)
  if (now.length > mostReasons)
    return say(state, `${mostReasons} reasons at most; take one out, or write your own words.`)
  return confirmReasons(state, { ...mode, chosen: now }, context)
}

/** Asks the same again with the reasons that are chosen now, and what they name. */
function confirmReasons(state: DeskState, mode: Confirming, context: DeskContext): Next {
  const { question, entries, before } = reasonsAsked(state, mode, context)
  const chosen = mode.chosen.flatMap((one) => entries.find(({ key }) => key === one) ?? [])
  const given = chosen.map(({ answers }) => answers)
  // A verdict has one reason, and its answers say how the claim stands, too.
  const answers = question?.kind === 'reason' ? [joined(given.flat())] : given.flat()
  return confirm(state, mode.key, [...before, ...answers], context, mode)
}

/** Names one kind or one use case more, in the place of another, or no longer. */
function onFit(state: DeskState, of: Confirming, key: string, context: DeskContext): Next {
  const choices = fitChoices(state, of, context)
  const choice = choices.find((one) => one.key === key)
  if (!choice) return still({ ...state, mode: of })
  const others = of.fit.filter((word) =>
    choices.some((one) => one.word === word && one.field !== choice.field),
  )
  const fit = of.fit.includes(choice.word) ? others : [...others, choice.word]
  return confirmReasons(state, { ...of, fit }, context)
}

function onConfirm(state: DeskState, mode: Confirming, key: string, context: DeskContext): Next {
  const back = { ...state, mode: base(state) }
  if (key === 'enter' || key === 'y' || key === mode.key) return { state: back, effect: mode.yes }
  const isSeveral = reasonsAsked(state, mode, context).question?.kind === 'reason'
  if (isSeveral && mode.chosen.length > 0 && /^[1-9]$/.test(key))
    return toggle(state, mode, key, context)
  if (key === 'f' && fitChoices(state, mode, context).length > 0)
    return still({ ...state, mode: { kind: 'fitting', of: mode } })
  const answers = mode.answers.slice(0, -1)
  const last = questionOf(state, { key: mode.key, answers }, context)
  // A canned reason may be changed before it is sent.
  if (key === 'e' && isChangeable(mode) && last && last.kind !== 'verdict') {
    const about = last.kind === 'reason' ? last.about : last.about(answers)
    const asking = { ...state, mode: { kind: 'asking' as const, key: mode.key, answers } }
    return { state: asking, effect: typeAnswer(about, mode.answers.at(-1)) }
  }
  return say(back, 'Nothing was changed.')
}

/** Whether there is a text that can be written anew before it is sent. */
export function isChangeable({ answers, yes }: Confirming): boolean {
  return yes.kind === 'act' && (answers.at(-1) ?? '') !== ''
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
  const answer = cleanText(text ?? '')
  if (answer === '') return say({ ...state, mode: base(state) }, 'Nothing was changed.')
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
  return still({
    ...state,
    mode: { kind: 'confirming', sentence, yes, key: 'u', answers: [], chosen: [], fit: [] },
  })
}

/** The list again. What was to come up comes up, unless somebody took it meanwhile. */
function onRead(state: DeskState, read: Extract<Event, { kind: 'read' }>): Next {
  const { marks, counts, waiting, next } = read
  const rows = read.rows.filter((row) => isListed(row, state.narrowed))
  const selected = state.queue[state.at]?.slug
  const place = rows.findIndex(({ slug }) => slug === (next ?? selected))
  const at = place >= 0 ? place : Math.max(0, Math.min(state.at, rows.length - 1))
  const fresh = { ...state, queue: rows, marks, counts, waiting, at }
  if (next !== null && place >= 0) return { state: fresh, effect: { kind: 'open', slug: next } }
  return still({ ...fresh, opened: null, scroll: 0, mode: { kind: 'list' } })
}

function onOpened(state: DeskState, { slug, opened }: Extract<Event, { kind: 'opened' }>): Next {
  const isWaiting =
    opened?.listing.status === 'pending' ||
    (opened?.listing.status === 'approved' &&
      statesBeside.some((beside) => beside === state.narrowed.state))
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
