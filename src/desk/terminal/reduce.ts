import { cleanText } from '#contract/text.ts'
import { flagKinds, stops } from '#desk/flags.ts'
import { type QueueQuestion, type QueueRow, statesBeside } from '#db/queries/review-queue.ts'
import type { Taking } from '#db/queries/takings.ts'
import { wordsOf } from '#desk/queue.ts'
import { joined } from '#desk/reasons.ts'
import { type Answers, type Question, actions, nothingToUndo, subjectOf } from './actions.ts'
import { wordsOfField } from './fields.ts'
import { filters } from './filters.ts'
import { markWords } from './marks.ts'
import {
  fitChoices,
  isChecked,
  isTied,
  menuOf,
  questionOf,
  reasonKeys,
  reasonsAsked,
} from './menus.ts'
import type { Asking, Confirming, DeskContext, DeskState, Effect, Event, Next } from './state.ts'

type EventOf<K> = Extract<Event, { kind: K }>
type ModeOf<K> = Extract<DeskState['mode'], { kind: K }>

/**
 * The state after an event, and the next effect. A pure function: the loop in desk.ts runs effects.
 */
export function reduce(state: DeskState, event: Event, context: DeskContext): Next {
  switch (event.kind) {
    case 'key': {
      const next = onKey({ ...state, message: null }, event.name, context)
      // Quitting keeps the last message on the screen.
      return next.effect?.kind === 'quit' ? { ...next, state } : next
    }
    case 'typed':
      return onTyped(state, event, context)
    case 'read':
      return onRead(state, event)
    case 'opened':
      return onOpened(state, event)
    case 'failed':
      return back(state, event.text)
    case 'mails':
    case 'checked':
      return still({ ...state, mode: event })
    case 'late':
      return event.problems.length === 0
        ? still(state)
        : say(state, [state.message ?? [], event.problems].flat().join(' '))
    case 'browsed': {
      const { isOpened, url } = event
      return isOpened ? still(state) : say(state, `No browser opens here. The address is ${url}`)
    }
    case 'held':
      return onHeld(state, event, context)
    case 'undone':
      return onUndone(state, event)
    case 'taken':
      return onTaken(state, event, context)
  }
}

const read = (next: string | null): Effect => ({ kind: 'read', next })
const still = (state: DeskState): Next => ({ state, effect: null })
const say = (state: DeskState, message: string): Next => still({ ...state, message })

/** Returns from a question to the list or listing that it was opened from. */
const back = (state: DeskState, message: string | null): Next =>
  still({ ...state, message, mode: { kind: state.opened ? 'listing' : 'list' } })
const cancel = (state: DeskState): Next => back(state, 'Nothing was changed.')

/** Shows the list and reads it again. */
function toList(state: DeskState, change: Partial<DeskState> = {}): Next {
  const list = { ...state, ...change, opened: null, mode: { kind: 'list' } as const }
  return { state: list, effect: read(null) }
}

function onTaken(state: DeskState, event: EventOf<'taken'>, { topics }: DeskContext): Next {
  const { isDone, text, undo, slug, isOver, unsaved: answers } = event
  const [first = '', ...more] = text.split('\n')
  const result = isDone
    ? {
        done: [{ text: first, undo }, ...state.done],
        message: more.find((line) => line.startsWith('Warning: ')) ?? null,
      }
    : { message: text }
  // A word of a list is chosen anew; only a text is worth mending.
  const isText = answers?.[0] !== undefined && wordsOfField(answers[0], topics).length === 0
  const unsaved = answers && isText ? { slug, answers } : null
  return {
    state: { ...state, ...result, unsaved },
    effect: read(isOver ? following(state, slug) : slug),
  }
}

/** Asks with the name of the editor who has taken the listing since it was opened. */
function onHeld(state: DeskState, { effect, taking }: EventOf<'held'>, context: DeskContext): Next {
  if (effect.kind === 'undo') return undoLast(state, taking)
  const opened = state.opened && { ...state.opened, taking }
  return confirm({ ...state, opened }, effect.key, effect.answers, context)
}

/** Each undo is tried once, even if it fails. The next undo then reverses the action before it. */
function onUndone(state: DeskState, { isDone, text, slug }: EventOf<'undone'>): Next {
  const taken = state.done.find(({ undo }) => undo !== null)
  if (isDone) {
    const done = [{ text, undo: null }, ...state.done.filter((one) => one !== taken)]
    return { state: { ...state, done }, effect: read(slug) }
  }
  const done = state.done.map((one) => (one === taken ? { ...one, undo: null } : one))
  return { state: { ...state, done, message: text }, effect: read(null) }
}

function onKey(state: DeskState, key: string, context: DeskContext): Next {
  const { mode } = state
  if (key === 'ctrl-c' || key === 'ctrl-d') return { state, effect: { kind: 'quit' } }
  if (mode.kind === 'help' || mode.kind === 'mails' || mode.kind === 'checked')
    return back(state, null)
  if (mode.kind === 'filter') return onFilter(state, key)
  if (mode.kind === 'asking') return onMenu(state, mode, key, context)
  if (mode.kind === 'confirming') return onConfirm(state, mode, key, context)
  if (mode.kind === 'fitting') return onFit(state, mode.of, key, context)
  if (mode.kind === 'which') return onWhich(state, mode, key, context)
  if (key === 'q') return { state, effect: { kind: 'quit' } }
  if (key === '?') return still({ ...state, mode: { kind: 'help' } })
  if (key === 'u') return undoLast(state)
  if (key === 'm') return { state, effect: { kind: 'mails' } }
  if (key === '/') return { state, effect: type('Search (nothing shows all)') }
  return mode.kind === 'list' ? onListKey(state, key) : onListingKey(state, key, context)
}

const pages = { pagedown: 10, space: 10, pageup: -10, down: 1, j: 1, up: -1, k: -1 }
const rowSteps: Readonly<Record<string, number>> = { ...pages, home: -Infinity, end: Infinity }
const lineSteps: Readonly<Record<string, number>> = { ...pages, home: -Infinity, b: -10 }
const lists: Readonly<Record<string, QueueQuestion['state']>> = {
  p: 'proposed',
  o: 'stale',
  c: 'claim_undecided',
  r: 'reported',
}

function onListKey(state: DeskState, key: string): Next {
  const row = state.queue[state.at]
  if (key === 'enter' || key === 'right')
    return row
      ? { state, effect: { kind: 'open', slug: row.slug } }
      : say(state, 'Nothing waits for you here.')
  if (key === 'f') return still({ ...state, mode: { kind: 'filter' } })
  if (key === 'g') return toList(state)
  const listed = lists[key]
  if (listed) {
    const narrowed = state.narrowed.state === listed ? {} : { state: listed }
    return toList(state, { narrowed, at: 0 })
  }
  const step = rowSteps[key]
  if (step === undefined) return say(state, 'No key of the list; ? tells which there are.')
  const at = Math.max(0, Math.min(state.queue.length - 1, state.at + step))
  return still({ ...state, at })
}

function onListingKey(state: DeskState, key: string, context: DeskContext): Next {
  const { listing } = state.opened!
  if (key === 'escape' || key === 'left' || key === 'l') return toList(state)
  if (key === 's') {
    const slug = following(state, listing.slug)
    if (slug === null) return toList(state, { message: 'That was the end of the list.' })
    return { state, effect: { kind: 'open', slug } }
  }
  if (key === 'o') return { state, effect: { kind: 'browse', url: listing.url } }
  const step = lineSteps[key]
  if (step !== undefined) return still({ ...state, scroll: Math.max(0, state.scroll + step) })
  const subject = subjectOf(listing, state.narrowed)
  if (subject === 'report' && key === 'h')
    return { state, effect: { kind: 'check', slug: listing.slug } }
  if (subject === 'evidence')
    return say(state, 'Evidence is mended in the file of its listing; below stands how.')
  if (!Object.hasOwn(actions, key) || !actions[key]!.on.includes(subject))
    return say(state, `No key of a ${subject}; ? tells which there are.`)
  const releases = key === 't' && state.opened!.taking?.editor === context.actor
  return ask(state, key, releases ? ['release'] : [], context)
}

/**
 * The slug of the next listing in the queue. Listings that wait for their owner are skipped, unless
 * the filter shows only these.
 */
function following({ queue, narrowed }: DeskState, slug: string): string | null {
  const place = queue.findIndex((row) => row.slug === slug)
  const isShown = (row: QueueRow) => isWithOwner(row) === (narrowed.state === 'revision_asked')
  return queue.slice(place + 1).find(isShown)?.slug ?? null
}

const isWithOwner = ({ state }: QueueRow) => state === 'revision_asked'

/** Asks the next question of an action. After the last question, asks for confirmation. */
function ask(state: DeskState, key: string, answers: Answers, context: DeskContext): Next {
  const question = questionOf(state, { key, answers })
  if (!question) return confirm(state, key, answers, context)
  const asking = still({ ...state, mode: { kind: 'asking', key, answers } })
  if (question.kind === 'text')
    return {
      ...asking,
      effect: type(question.about(answers), textBefore(state, question, answers)),
    }
  const hasMenu = question.kind !== 'reason' || context.reasons[question.of]?.length
  return hasMenu ? asking : { ...asking, effect: type(question.about) }
}

/** The text that an answer starts from: what was refused before, or the value of the field. */
function textBefore({ unsaved, opened }: DeskState, question: Question, answers: Answers): string {
  if (question.kind !== 'text') return ''
  const [name, text] = unsaved?.slug === opened?.listing.slug ? (unsaved?.answers ?? []) : []
  return (name === answers[0] ? text : undefined) ?? question.initial?.(answers) ?? ''
}

function type(about: string, initial = ''): Effect {
  return { kind: 'type', about, initial }
}

function confirm(
  state: DeskState,
  key: string,
  answers: Answers,
  context: DeskContext,
  { chosen, fit }: Pick<Confirming, 'chosen' | 'fit'> = { chosen: [], fit: [] },
): Next {
  const { listing, flags, taking } = state.opened!
  const yes: Effect = { kind: 'act', key, listing, answers }
  const other = taking?.editor === context.actor ? undefined : taking
  const asked = besideOther(other, actions[key]!.consequence(listing, answers, context.to))
  if (asked === null) return { state: { ...state, mode: { kind: 'listing' } }, effect: yes }
  const isUnseen = !isChecked(state) && answers[0] === 'verified'
  const unseen = isUnseen ? ' No link was opened: it is verified unseen.' : ''
  const marks = flags.filter(stops).map(({ kind }) => flagKinds[kind].mark!)
  const against = key === 'a' ? [...new Set(marks)].map((mark) => markWords[mark]) : []
  const findings = against.length > 0 ? ` Findings speak against it: ${against.join(', ')}.` : ''
  const isDespite = against.length > 0 ? { isDespite: true as const } : {}
  const sentence = `${asked}${unseen}${findings}`
  const asking = { sentence, yes, key, answers, chosen, fit, ...isDespite }
  return still({ ...state, mode: { kind: 'confirming', ...asking } })
}

/** The question of an action; it names another editor who has taken the listing. */
function besideOther(taking: Taking | undefined, question: string | null): string | null {
  return taking ? `Taken by ${taking.editor}. ${question ?? 'Go on all the same?'}` : question
}

function onMenu(state: DeskState, mode: ModeOf<'asking'>, key: string, context: DeskContext): Next {
  const question = questionOf(state, mode)
  if (question?.kind === 'reason' && key === 'o') return { state, effect: type(question.about) }
  const entries = menuOf(state, question, context)
  const entry = entries.find((one) => one.key === key || (key === 'enter' && one.isDefault))
  if (!entry) return cancel(state)
  if (entry.reason?.with_look_alike && isTied(state.opened)) return askWhich(state, mode, key)
  const answers = [...mode.answers, ...entry.answers]
  return entry.reason
    ? confirm(state, mode.key, answers, context, { chosen: [key], fit: [] })
    : ask(state, mode.key, answers, context)
}

/** The most reasons that one mail can give. */
const mostReasons = 3

/** Adds or removes a reason. If none is left, asks the question for the reason again. */
function toggle(state: DeskState, mode: Confirming, digit: string, context: DeskContext): Next {
  const { entries, before } = reasonsAsked(state, mode, context)
  if (!entries.some((entry) => entry.key === digit))
    return say(state, `There is no reason ${digit}.`)
  const added = entries.find((entry) => entry.key === digit && !mode.chosen.includes(digit))
  if (added?.reason?.with_look_alike && isTied(state.opened)) return askWhich(state, mode, digit)
  const others = mode.chosen.filter((one) => one !== digit)
  const chosen = mode.chosen.includes(digit) ? others : [...others, digit]
  if (chosen.length === 0) return ask(state, mode.key, before, context)
  if (chosen.length > mostReasons)
    return say(state, `${mostReasons} reasons at most; take one out, or write your own words.`)
  return confirmReasons(state, { ...mode, chosen }, context)
}

/** Updates the confirmation after the chosen reasons have changed. */
function confirmReasons(state: DeskState, mode: Confirming, context: DeskContext): Next {
  const { question, entries, before } = reasonsAsked(state, mode, context)
  const given = mode.chosen.flatMap((one) => entries.find(({ key }) => key === one)?.answers ?? [])
  // A verdict on a claim has exactly one reason. Its answers include the claim status.
  const answers = question?.kind === 'reason' ? [joined(given)] : given
  return confirm(state, mode.key, [...before, ...answers], context, mode)
}

/** Several listings look like this one equally: asks which one the mail names. */
function askWhich(state: DeskState, before: Asking | Confirming, key: string): Next {
  return still({ ...state, mode: { kind: 'which', before, key } })
}

function onWhich(
  state: DeskState,
  { before, key }: ModeOf<'which'>,
  pressed: string,
  context: DeskContext,
): Next {
  const { opened } = state
  const named = pressed === 'n' ? null : opened?.lookAlikes[reasonKeys.indexOf(pressed)]
  if (!opened || named === undefined || pressed.length !== 1)
    return still({ ...state, mode: before })
  return onKey({ ...state, mode: before, opened: { ...opened, named } }, key, context)
}

/** Adds, replaces or removes a suggested kind or use case. */
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
  const isYes = key === 'enter' || key === mode.key
  if (mode.isDespite && isYes)
    return say(state, 'Findings speak against it: y approves it all the same.')
  if (isYes || (mode.isDespite && key === 'y')) return { ...back(state, null), effect: mode.yes }
  const isSeveral = reasonsAsked(state, mode, context).question?.kind === 'reason'
  if (isSeveral && mode.chosen.length > 0 && key.length === 1 && reasonKeys.includes(key))
    return toggle(state, mode, key, context)
  if (key === 'f' && fitChoices(state, mode, context).length > 0)
    return still({ ...state, mode: { kind: 'fitting', of: mode } })
  const asking = { kind: 'asking', key: mode.key, answers: mode.answers.slice(0, -1) } as const
  const last = questionOf(state, asking)
  if (key !== 'e' || !isChangeable(mode) || !last) return cancel(state)
  if (last.kind === 'verdict' || last.kind === 'field') return cancel(state)
  const about = last.kind === 'reason' ? last.about : last.about(asking.answers)
  return { state: { ...state, mode: asking }, effect: type(about, mode.answers.at(-1)) }
}

/** Whether the editor can edit the text before it is sent. */
export function isChangeable({ answers, yes }: Confirming): boolean {
  return yes.kind === 'act' && (answers.at(-1) ?? '') !== ''
}

function onTyped(state: DeskState, { text }: EventOf<'typed'>, context: DeskContext): Next {
  const { mode } = state
  if (mode.kind === 'asking') {
    const question = questionOf(state, mode)
    const canBeEmpty = question?.kind === 'text' && question.canBeEmpty?.(mode.answers)
    const answer = cleanText(text ?? '')
    const isCancelled = text === null || (answer === '' && !canBeEmpty)
    return isCancelled ? cancel(state) : ask(state, mode.key, [...mode.answers, answer], context)
  }
  if (text === null) return still(state)
  const { words: _, ...others } = state.narrowed
  const words = wordsOf(text)
  return toList(state, { narrowed: words.length > 0 ? { ...others, words } : others, at: 0 })
}

function onFilter(state: DeskState, pressed: string): Next {
  const chosen = filters.find(({ key }) => key === pressed)
  if (!chosen) return back(state, null)
  const { words } = state.narrowed
  const narrowed = { ...(words ? { words } : {}), ...chosen.narrowed }
  return toList(state, { narrowed, at: 0 })
}

function undoLast(state: DeskState, taking?: Taking): Next {
  const undo = state.done.find(({ undo }) => undo !== null)?.undo
  if (!undo) return say(state, nothingToUndo)
  const yes: Effect = { kind: 'undo', undo, takenBy: taking?.editor }
  const sentence = besideOther(taking, undo.consequence)
  if (sentence === null) return { state, effect: yes }
  const asked = { sentence, yes, key: 'u', answers: [], chosen: [], fit: [] }
  return still({ ...state, mode: { kind: 'confirming', ...asked } })
}

/** Shows the list that was just read, then opens the listing `next` if the list contains it. */
function onRead(state: DeskState, event: EventOf<'read'>): Next {
  const { kind: _, next, rows, ...fresh } = event
  const { words, state: only } = state.narrowed
  // Listings that wait for their owner are shown only in searches and in their own filter.
  const isAll = words !== undefined || only === 'revision_asked'
  const queue = rows.filter((row) => isAll || !isWithOwner(row))
  const selected = next ?? state.queue[state.at]?.slug
  const place = queue.findIndex(({ slug }) => slug === selected)
  const at = place >= 0 ? place : Math.max(0, Math.min(state.at, queue.length - 1))
  const list = { ...state, ...fresh, queue, at }
  if (next !== null && place >= 0) return { state: list, effect: { kind: 'open', slug: next } }
  return still({ ...list, opened: null, scroll: 0, mode: { kind: 'list' } })
}

function onOpened(state: DeskState, { slug, opened }: EventOf<'opened'>): Next {
  const status = opened?.listing.status
  const isBeside = statesBeside.some((beside) => beside === state.narrowed.state)
  if (!opened || (status !== 'pending' && !(status === 'approved' && isBeside)))
    return toList(state, {
      message: `${slug} is not pending any more: somebody else decided on it.`,
    })
  const place = state.queue.findIndex((row) => row.slug === slug)
  return still({ ...state, at: Math.max(0, place), opened, scroll: 0, mode: { kind: 'listing' } })
}
