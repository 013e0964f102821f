import type { Db } from '#db/connect.ts'
import { findFlood, listOpenReports } from '#db/reports.ts'
import { findForReview } from '#db/review-queue.ts'
import { listUndelivered } from '#db/undelivered.ts'
import { check } from '#desk/check.ts'
import { findOut } from '#desk/findings.ts'
import { findLookAlikes, stops } from '#desk/flags.ts'
import type { OptionName } from '#desk/options.ts'
import { outboxLines } from '#desk/outbox.ts'
import type { Session } from '#desk/session.ts'
import { wrapped } from '#desk/terminal-text.ts'
import { readQueue } from '#desk/waiting.ts'
import { type Step, actions, subjectOf } from './actions.ts'
import { createFollowUps } from './follow-ups.ts'
import { createMarks } from './marks.ts'
import { isChecked } from './menus.ts'
import { reduce } from './reduce.ts'
import { type ScreenSize, screenLines } from './screen.ts'
import { type DeskState, type Effect, type Event, emptyDesk } from './state.ts'

/** Access to the screen and keyboard. */
export interface Terminal {
  size: () => ScreenSize
  /** Shows lines; `link` is an address that is a link where it stands in them. */
  show: (lines: readonly string[], link?: string) => void
  /** Waits for the next key and returns its name; `resize` if the screen has another size. */
  key: () => Promise<string>
  /** Reads a line of text; null if the editor cancelled. */
  type: (about: string, initial: string) => Promise<string | null>
  /** Discards keys that were pressed but not read yet. */
  forgetKeys: () => Promise<void>
  /** Opens an address in a browser, and returns whether that worked. */
  browse: (url: string) => Promise<boolean>
}

/** Runs the desk until the editor quits. */
export async function runDesk(given: Session, terminal: Terminal): Promise<number> {
  const followUps = createFollowUps()
  const marksOf = createMarks(given.backend.db)
  const session = { ...given, follow: followUps.follow }
  const show = (state: DeskState, { typed = '', isTyping = false, isWorking = false } = {}) => {
    const { width, height } = terminal.size()
    // Leaves room below for the typed text, its question and a hint.
    const kept = isTyping ? 6 + wrapped(typed, width - 4).length : 0
    const size = { width, height: height - kept }
    const lines = screenLines(state, { ...session, isWorking, isTyping }, size, session.now())
    terminal.show(lines, state.opened?.listing.url)
  }
  let state = emptyDesk
  let effect: Effect | null = { kind: 'read', next: null }
  for (;;) {
    if (effect?.kind === 'quit' && followUps.isOpen()) {
      show(state, { isWorking: true })
      await followUps.settled()
    }
    const problems = followUps.takeProblems()
    ;({ state } = reduce(state, { kind: 'late', problems }, session))
    if (effect?.kind === 'quit') {
      if (problems.length > 0) show(state)
      return 0
    }
    const isWork = effect !== null && effect.kind !== 'type'
    if (effect?.kind === 'type') show(state, { typed: effect.initial, isTyping: true })
    else show(state, { isWorking: isWork })
    // Keys that were pressed during work are carried out in order, until a message has to be read:
    // what follows was meant for another screen.
    if (state.message !== null) await terminal.forgetKeys()
    const event: Event = effect
      ? await perform(effect, state, session, terminal, marksOf).catch((error: unknown) => ({
          // The open listing stays on the screen when the database is unreachable for a moment.
          kind: 'failed',
          text: `Nothing was read: ${messageOf(error)}`,
        }))
      : { kind: 'key', name: await terminal.key() }
    if (event.kind === 'key' && event.name === 'resize') continue
    ;({ state, effect } = reduce(state, event, session))
  }
}

async function perform(
  effect: Exclude<Effect, { kind: 'quit' }>,
  state: DeskState,
  session: Session,
  terminal: Terminal,
  marksOf: ReturnType<typeof createMarks>,
): Promise<Event> {
  const { db } = session.backend
  switch (effect.kind) {
    case 'type': {
      const text = await terminal.type(effect.about, effect.initial)
      return { kind: 'typed', text }
    }
    case 'read': {
      const { listings: rows, counts, sentences } = await readQueue(db, state.narrowed)
      return { ...effect, rows, counts, waiting: sentences, marks: await marksOf(rows) }
    }
    case 'open': {
      const { slug } = effect
      const listing = await findForReview(db, slug)
      if (!listing) return { kind: 'opened', slug, opened: null }
      const [found, similar] = await Promise.all([
        findOut(session, listing),
        findLookAlikes(session, listing),
      ])
      const report =
        state.narrowed.state === 'reported' ? await findFirstReport(db, slug) : undefined
      return {
        kind: 'opened',
        slug,
        opened: { listing: { ...listing, report }, ...found, lookAlikes: similar },
      }
    }
    case 'mails':
      return { kind: 'mails', lines: outboxLines(await listUndelivered(db), session.now()) }
    case 'check': {
      const { text } = await take(session, { command: check, words: [effect.slug], values: {} })
      return { kind: 'checked', lines: text.split('\n') }
    }
    case 'browse': {
      const { url } = effect
      return { kind: 'browsed', url, isOpened: await terminal.browse(url) }
    }
    case 'undo': {
      const [slug = ''] = effect.undo.words
      const { text, isDone } = await take(session, effect.undo)
      return { kind: 'undone', slug, text: isDone ? `taken back: ${text}` : text, isDone }
    }
    case 'act':
      return act(session, effect, state)
  }
}

async function act(
  session: Session,
  { key, listing, answers }: Extract<Effect, { kind: 'act' }>,
  state: DeskState,
): Promise<Event> {
  const { step: stepOf, undo, stays } = actions[key]!
  const { slug, version } = listing
  const step = stepOf(slug, answers, listing)
  const takes = (option: OptionName) => step.command.options.includes(option)
  const values = {
    ...step.values,
    // Passes the version on the screen: the command refuses if the listing has changed since.
    ...(takes('seen') ? { seen: version } : {}),
    // The editor saw the findings, and confirmed with a key of its own.
    ...(takes('despiteFindings') && state.opened?.flags.some(stops)
      ? { despiteFindings: true }
      : {}),
    ...(takes('note') && !isChecked(state)
      ? { note: 'No link was opened: the machine reached no site.' }
      : {}),
  }
  const { text, isDone, isTaken, value } = await take(session, { ...step, values })
  // `isOver`: the desk goes on to the next listing. A public listing is over once its claim is
  // decided, and any listing that somebody else decided on.
  const isOver = isDone
    ? isLast(value) && (!stays || subjectOf(listing, state.narrowed) === 'claim')
    : isTaken
  const undoing = isDone ? (undo?.(listing, value) ?? null) : null
  const unsaved = key === 'e' && !isDone ? answers : undefined
  return { kind: 'taken', slug, text, isDone, isOver, undo: undoing, unsaved }
}

/** Whether no further report about the listing is open: else the desk shows the next one of it. */
function isLast(value: object): boolean {
  return !('open' in value) || value.open === 0
}

/** The report that the keys decide on: the oldest, with the size of its flood. */
async function findFirstReport(db: Db, slug: string) {
  const [first] = await listOpenReports(db, slug)
  if (!first) return undefined
  const { id, source, has_email } = first
  return { id, source, has_email, flood: (await findFlood(db, id)).length }
}

/** Runs a command without confirmation, and returns its output or its failure. */
async function take(session: Session, { command, words, values }: Step) {
  let text = ''
  let value: object = {}
  const failed = (reason: string) => ({ text: reason, value, isDone: false, isTaken: false })
  const misuse = command.check?.(words, values)
  if (misuse !== undefined) return failed(misuse)
  const print: Session['print'] = (printed, sentence) => {
    value = printed
    text = sentence
  }
  const confirm = () => Promise.resolve(true)
  try {
    // `yes`: the command prints what speaks against it instead of asking.
    const code = await command.run(
      { ...session, values: { ...values, yes: true }, print, confirm },
      words,
    )
    const { outcome = '' } = value as { outcome?: string }
    // Somebody else decided before this command.
    const isTaken = outcome.startsWith('already_') || outcome === 'no_proposal'
    return { text, value, isDone: code === 0 && outcome !== 'unchanged' && !isTaken, isTaken }
  } catch (error) {
    return failed(messageOf(error))
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
