import { type ListingForReview, countQueue, findForReview, listQueue } from '#db/review-queue.ts'
import { listUndelivered } from '#db/undelivered.ts'
import { notChecked } from '#proof/fetch/reach.ts'
import { findLookAlike, findOut } from '#desk/findings.ts'
import type { Findings } from '#desk/listing-lines.ts'
import type { OptionName } from '#desk/options.ts'
import { outboxLines } from '#desk/outbox.ts'
import type { Session } from '#desk/session.ts'
import { wrapped } from '#desk/terminal-text.ts'
import { countWaiting } from '#desk/waiting.ts'
import { type DeskActions, type Step, actions, subjectOf } from './actions.ts'
import { createFollowUps } from './follow-ups.ts'
import { createMarks } from './marks.ts'
import { reduce } from './reduce.ts'
import { type ScreenSize, screenLines } from './screen.ts'
import { type DeskState, type Effect, type Event, emptyDesk } from './state.ts'

/** What the desk is seen on and heard from. */
export interface Terminal {
  size: () => ScreenSize
  show: (lines: readonly string[]) => void
  /** The next key by its name. */
  key: () => Promise<string>
  /** A line of text, or null when the editor went back. */
  type: (about: string, initial: string) => Promise<string | null>
  /** Drops what was pressed until now. */
  forgetKeys: () => Promise<void>
}

/** Runs the desk until the editor quits. */
export async function runDesk(
  given: Session,
  terminal: Terminal,
  keys: DeskActions = actions,
): Promise<number> {
  const followUps = createFollowUps()
  const marksOf = createMarks(given.backend.db)
  const session = { ...given, follow: followUps.follow }
  const { reasons, guide, to, where } = session
  const context = { actions: keys, reasons, guide, to, where }
  const show = (state: DeskState, { typed = '', isTyping = false, isWorking = false } = {}) => {
    const { width, height } = terminal.size()
    // The text is typed below, with its question and a line or two of what comes to it.
    const kept = isTyping ? 6 + wrapped(typed, width - 4).length : 0
    const size = { width, height: height - kept }
    terminal.show(screenLines(state, { ...context, isWorking, isTyping }, size, session.now()))
  }
  let state = emptyDesk
  let effect: Effect | null = { kind: 'read', next: null }
  let wasWork = false
  for (;;) {
    if (effect?.kind === 'quit' && followUps.isOpen()) {
      show(state, { isWorking: true })
      await followUps.settled()
    }
    const problems = followUps.takeProblems()
    ;({ state } = reduce(state, { kind: 'late', problems }, context))
    if (effect?.kind === 'quit') {
      if (problems.length > 0) show(state)
      return 0
    }
    const isWork = effect !== null && effect.kind !== 'type'
    if (effect?.kind === 'type') show(state, { typed: effect.initial, isTyping: true })
    else show(state, { isWorking: isWork })
    // An impatient editor must not decide on what was not on the screen yet.
    if (!isWork && wasWork) await terminal.forgetKeys()
    wasWork = isWork
    const event: Event = effect
      ? await perform(effect, { session, terminal, state, keys, marksOf }).catch(failed)
      : { kind: 'key', name: await terminal.key() }
    ;({ state, effect } = reduce(state, event, context))
  }
}

// A database that is away for a moment is no reason to lose one's place.
function failed(error: unknown): Event {
  const text = error instanceof Error ? error.message : String(error)
  return { kind: 'failed', text: `Nothing was read: ${text}` }
}

interface At {
  session: Session
  terminal: Terminal
  state: DeskState
  keys: DeskActions
  marksOf: ReturnType<typeof createMarks>
}

async function perform(
  effect: Exclude<Effect, { kind: 'quit' }>,
  { session, terminal, state, keys, marksOf }: At,
): Promise<Event> {
  const { db } = session.backend
  if (effect.kind === 'type') {
    const text = await terminal.type(effect.about, effect.initial)
    return { kind: 'typed', text, for: effect.for }
  }
  if (effect.kind === 'read') {
    const [rows, counts, waiting] = await Promise.all([
      listQueue(db, state.narrowed),
      countQueue(db),
      countWaiting(db),
    ])
    const told = { counts, waiting: waiting.sentences, next: effect.next }
    return { kind: 'read', rows, marks: await marksOf(rows), ...told }
  }
  if (effect.kind === 'open') {
    const listing = await findForReview(db, effect.slug)
    if (!listing) return { kind: 'opened', slug: effect.slug, opened: null }
    const [findings, lookAlike] = await Promise.all([
      findOut(session, listing),
      findLookAlike(session, listing),
    ])
    return { kind: 'opened', slug: effect.slug, opened: { listing, findings, lookAlike } }
  }
  if (effect.kind === 'mails')
    return { kind: 'mails', lines: outboxLines(await listUndelivered(db), session.now()) }
  if (effect.kind === 'undo') {
    const { text, isDone } = await take(session, effect.undo)
    const told = isDone ? `taken back: ${text}` : text
    return { kind: 'undone', slug: effect.undo.slug, text: told, isDone }
  }
  const { key, listing, answers } = effect
  const action = keys[key]!
  const { text, isDone, value } = await take(
    session,
    onWhatIsSeen(action.step(listing.slug, answers), listing, state.opened?.findings ?? {}),
  )
  const undo = isDone ? (action.undo?.(listing, value) ?? null) : null
  // Nothing is left to do with a public listing whose claim is decided. Else an editor goes on when
  // somebody else has decided meanwhile.
  const isClaimAlone = subjectOf(listing, state.narrowed) === 'claim'
  const isOver = isDone ? action.finishes || isClaimAlone : isTaken(value)
  return { kind: 'taken', slug: listing.slug, text, isDone, isOver, undo }
}

/**
 * Nobody decides at the desk on what changed behind the screen. Where no link could be opened, the
 * trail says that it was decided without.
 */
function onWhatIsSeen({ command, ...step }: Step, { version }: ListingForReview, found: Findings) {
  const takes = (option: OptionName) => command.options.includes(option)
  const isUnchecked = found['links']?.includes(notChecked) ?? false
  const values = {
    ...step.values,
    ...(takes('seen') ? { seen: version } : {}),
    ...(takes('note') && isUnchecked
      ? { note: 'No link was opened: the machine reached no site.' }
      : {}),
  }
  return { ...step, command, values }
}

/** Runs a command as if it was typed, with what it would have printed. What fails is told. */
async function take(session: Session, { command, words, values }: Step) {
  let text = ''
  let value: object = {}
  const misuse = command.check?.(words, values)
  if (misuse !== undefined) return { text: misuse, value, isDone: false }
  const print: Session['print'] = (told, sentence) => {
    value = told
    text = sentence
  }
  const confirm = () => Promise.resolve(true)
  try {
    const code = await command.run({ ...session, values, print, confirm }, words)
    return { text, value, isDone: code === 0 && !isUnchanged(value) }
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), value, isDone: false }
  }
}

function outcomeOf(value: object): string {
  return String((value as { outcome?: unknown }).outcome ?? '')
}

function isUnchanged(value: object): boolean {
  return outcomeOf(value) === 'unchanged' || isTaken(value)
}

function isTaken(value: object): boolean {
  const outcome = outcomeOf(value)
  return outcome.startsWith('already_') || outcome === 'no_proposal'
}
