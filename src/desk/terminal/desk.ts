import type { Taking } from '#db/queries/takings.ts'
import { check } from '#desk/check.ts'
import { stops } from '#desk/flags.ts'
import type { OptionName } from '#authoring/options.ts'
import type { LocalSession, Session } from '#desk/session.ts'
import { wrapped } from '#authoring/terminal-text.ts'
import { type Step, actions, subjectOf } from './actions.ts'
import { createFollowUps } from './follow-ups.ts'
import { isChecked } from './menus.ts'
import { type DeskPort, databaseDesk } from './port.ts'
import { reduce } from './reduce.ts'
import { type ScreenSize, screenLines } from './screen.ts'
import { type DeskContext, type DeskState, type Effect, type Event, emptyDesk } from './state.ts'

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

/** Runs the desk on a database until the editor quits. */
export async function runDesk(given: LocalSession, terminal: Terminal): Promise<number> {
  const followUps = createFollowUps()
  const session = { ...given, follow: followUps.follow }
  const readAgain = async (slug: string) => {
    let lines: string[] = []
    const print: Session['print'] = (_, text) => (lines = text.split('\n'))
    await check.run({ ...session, values: {}, print }, [slug])
    return lines
  }
  const context = { ...session, topics: await session.topicSlugs() }
  return runDeskOn(databaseDesk(session, readAgain), context, terminal, followUps)
}

/** Runs the desk until the editor quits. */
export async function runDeskOn(
  port: DeskPort,
  session: DeskContext & Pick<Session, 'now'>,
  terminal: Terminal,
  followUps = createFollowUps(),
): Promise<number> {
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
      ? await perform(effect, state, port, terminal).catch((error: unknown) => ({
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
  port: DeskPort,
  terminal: Terminal,
): Promise<Event> {
  switch (effect.kind) {
    case 'type': {
      const text = await terminal.type(effect.about, effect.initial)
      return { kind: 'typed', text }
    }
    case 'read':
      return { ...effect, ...(await port.queue(state.narrowed)) }
    case 'open':
      return { kind: 'opened', slug: effect.slug, opened: await port.listing(effect.slug) }
    case 'mails':
      return { kind: 'mails', lines: await port.mails() }
    case 'check':
      return { kind: 'checked', lines: await port.check(effect.slug) }
    case 'browse': {
      const { url } = effect
      return { kind: 'browsed', url, isOpened: await terminal.browse(url) }
    }
    case 'undo': {
      const [slug = ''] = effect.undo.words
      const { text, isDone, taking } = await take(port, effect.undo, effect.takenBy)
      if (taking) return { kind: 'held', effect, taking }
      return { kind: 'undone', slug, text: isDone ? `taken back: ${text}` : text, isDone }
    }
    case 'act':
      return act(port, effect, state)
  }
}

async function act(
  port: DeskPort,
  effect: Extract<Effect, { kind: 'act' }>,
  state: DeskState,
): Promise<Event> {
  const { key, listing, answers } = effect
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
  const ran = await take(port, { ...step, values }, state.opened?.taking?.editor)
  const { text, isDone, isTaken, value, taking } = ran
  if (taking) return { kind: 'held', effect, taking }
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

/**
 * Runs a command without confirmation, and returns its output or its failure. `takenBy` is the other
 * editor that the screen has named. If it is another one by now, nothing is done, and `taking` is
 * returned.
 */
async function take(port: DeskPort, step: Step, takenBy: string | undefined) {
  const { command, words, values } = step
  let taking: Taking | undefined
  const confirm: Session['confirm'] = async (_, __, other) => {
    if (other && other.editor !== takenBy) taking = other
    return taking === undefined
  }
  const failed = (text: string) => ({ text, value: {}, isDone: false, isTaken: false, taking })
  const misuse = command.check?.(words, values)
  if (misuse !== undefined) return failed(misuse)
  try {
    const { code, value, text } = await port.run(step, confirm)
    const { outcome = '' } = value as { outcome?: string }
    // Somebody else decided before this command.
    const isTaken = outcome.startsWith('already_') || outcome === 'no_proposal'
    const isDone = code === 0 && outcome !== 'unchanged' && !isTaken
    return { text, value, isDone, isTaken, taking }
  } catch (error) {
    return failed(messageOf(error))
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
