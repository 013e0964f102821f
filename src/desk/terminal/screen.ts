import { noReach, notChecked } from '#proof/fetch/reach.ts'
import { aside, listingLines } from '#desk/listing-lines.ts'
import { countText, queueHead, queueLine, stateWords } from '#desk/queue-lines.ts'
import { age, cell, columns, onOneLine, wrapped } from '#desk/terminal-text.ts'
import { type DeskSubject, subjectOf } from './actions.ts'
import { filters, keyOf, narrowedText } from './filters.ts'
import { markWords } from './marks.ts'
import { fitChoices, leftOutOf, menuOf, questionOf, reasonsAsked } from './menus.ts'
import { isChangeable } from './reduce.ts'
import type { Confirming, DeskContext, DeskState } from './state.ts'

export interface ScreenSize {
  width: number
  height: number
}

/**
 * The lines of the screen, as many as fit: what was just done, the list or one submission, and the
 * keys. Without colour; nothing that owners write reaches it unescaped.
 */
export function screenLines(
  state: DeskState,
  context: DeskContext & { where: string | null; isWorking?: boolean; isTyping?: boolean },
  { width, height }: ScreenSize,
  now: Date,
): string[] {
  const top = topLines(state, context.where, width)
  const foot = footLines(state, context, width)
  const room = Math.max(0, height - top.length - foot.length)
  const body = bodyLines(state, context, { width, height: room }, now).slice(0, room)
  // What is asked is whole, whatever else goes.
  const shown = [...top, ...body, ...foot].slice(-height)
  return shown.map((line) => cell(line, width).trimEnd())
}

function topLines(
  { queue, narrowed, counts, done, message, waiting, mode }: DeskState,
  where: string | null,
  width: number,
) {
  const only = narrowedText(narrowed)
  const head = [
    'Desk',
    ...(counts ? [countText(counts)] : []),
    ...(only ? [`${queue.length} shown: ${only}`] : []),
    ...(where ? [where] : []),
  ].join(' · ')
  return [
    onOneLine(head),
    ...done.slice(0, 1).map(({ text }) => `Done: ${onOneLine(text)}`),
    ...(mode.kind === 'list' ? waiting : []),
    ...(message === null ? [] : wrapped(`! ${onOneLine(message)}`, width)),
    '-'.repeat(width),
  ]
}

function bodyLines(state: DeskState, context: DeskContext, size: ScreenSize, now: Date): string[] {
  const { mode, opened } = state
  if (mode.kind === 'help') return helpLines(context, size)
  if (mode.kind === 'mails') return mailsBody(mode.lines, size)
  if (opened && mode.kind !== 'list' && mode.kind !== 'filter')
    return listingBody(state, opened, context, size, now)
  return listBody(state, size, now)
}

/** The mails that were not delivered, as many as fit. */
function mailsBody(lines: readonly string[], { width, height }: ScreenSize): string[] {
  const all = lines.flatMap((line) => wrapped(line, width))
  if (all.length <= height) return all
  const room = Math.max(1, height - 1)
  return [
    ...all.slice(0, room),
    `... ${lineCount(all.length - room)} more: npm run editor -- outbox`,
  ]
}

function listBody(
  { queue, marks, at, narrowed, counts }: DeskState,
  { width, height }: ScreenSize,
  now: Date,
): string[] {
  // Before the queue was read once, nobody knows whether something waits.
  if (counts === null) return []
  if (queue.length === 0)
    return [
      narrowedText(narrowed) ? '  Nothing is so.' : '  Nothing waits for you.',
      ...(counts.withOwner > 0 && narrowed.state !== 'revision_asked'
        ? [`  ${counts.withOwner} with owner: f and then ${keyOf('revision_asked')} lists them.`]
        : []),
    ]
  const legend = Object.entries(markWords)
    .filter(([mark]) => queue.some(({ slug }) => marks[slug] === mark))
    .map(([mark, about]) => `${mark} ${about}`)
  const isWhole = queue.length + Math.min(1, legend.length) < height
  const room = isWhole ? queue.length : Math.max(1, height - 2)
  const first = Math.max(0, Math.min(at - Math.floor(room / 2), queue.length - room))
  const rest = queue.length - first - room
  const rows = queue.slice(first, first + room).map((row, index) => {
    const cursor = first + index === at ? '> ' : '  '
    return cursor + queueLine(row, { width: width - 2, now, mark: marks[row.slug] })
  })
  const told = [
    ...(first > 0 ? [`${first} more above`] : []),
    ...(rest > 0 ? [`${rest} more below`] : ['the end']),
  ]
  const last = [...(isWhole ? [] : [`... ${told.join(', ')}`]), ...legend]
  return [`  ${queueHead(width - 2)}`, ...rows, ...(last.length === 0 ? [] : [last.join(' · ')])]
}

function listingBody(
  { queue, at, scroll }: DeskState,
  { listing, findings }: NonNullable<DeskState['opened']>,
  { guide }: DeskContext,
  { width, height }: ScreenSize,
  now: Date,
): string[] {
  const { links, ...beside } = findings
  const isUnchecked = links?.includes(notChecked) ?? false
  // It is the same of every submission here, and one sentence in the head says it.
  const found = isUnchecked ? beside : findings
  const whole = listingLines(listing, found, width, guide)
  // What the guide says of a word is the first to give way to the submission itself.
  const lines = whole.length < height ? whole : listingLines(listing, found, width)
  const row = queue[at]
  // Whoever opens what waits for its owner must not take it for new.
  const state = row?.slug === listing.slug ? `, ${stateWords[row.state]}` : ''
  const since = row?.slug === listing.slug ? row.waits_since : listing.created_at
  const reach = isUnchecked ? ` · ${noReach}` : ''
  const title = `${at + 1} of ${queue.length}, ${age(since, now)} old${state}${reach}`
  if (lines.length < height) return [title, ...lines]
  // Of a long one, the last row says what is not on the screen.
  const room = Math.max(1, height - 2)
  const first = Math.min(scroll, Math.max(0, lines.length - room))
  const rest = lines.length - first - room
  const told = [
    ...(first > 0 ? [`${lineCount(first)} above: b`] : []),
    ...(rest > 0 ? [`${lineCount(rest)} below: space`] : ['the end']),
  ]
  return [title, ...lines.slice(first, first + room), `... ${told.join(', ')}`]
}

function lineCount(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`
}

function footLines(
  state: DeskState,
  context: DeskContext & { isWorking?: boolean; isTyping?: boolean },
  width: number,
): string[] {
  const { mode } = state
  const line = '-'.repeat(width)
  // The question stands beside what is typed.
  if (context.isTyping) return [line]
  if (context.isWorking) return [line, 'working … (keys that are pressed now do nothing)']
  if (mode.kind === 'confirming') {
    const change = isChangeable(mode) ? ' · e: change the text' : ''
    const chosen = chosenLines(state, mode, context, width)
    const more = chosen.length > 0 ? ' · a number: one reason more or less' : ''
    const fit = fitChoices(state, mode, context).length > 0 ? ' · f: name what fits' : ''
    const keys = `Enter or ${mode.key}: yes${change}${fit}${more} · any other key: no`
    const sentence = wrapped(onOneLine(mode.sentence), width)
    return [line, ...sentence, ...chosen, ...wrapped(keys, width)]
  }
  if (mode.kind === 'fitting') return [line, ...fitLines(state, mode.of, context)]
  if (mode.kind === 'filter')
    return [
      line,
      ...filters.map(({ label }, index) => `${(index + 1) % 10}  ${label}`),
      'Which of them?',
    ]
  if (mode.kind === 'asking') return [line, ...menuLines(state, mode, context, width)]
  if (mode.kind === 'help') return [line, 'Any key goes back.']
  // A number is typed, not pressed.
  if (mode.kind === 'mails')
    return [line, 'To send one now: npm run editor -- outbox --retry 1', 'Any key goes back.']
  return [line, ...keyLines(state, context, width)]
}

/** The canned reasons once one was chosen, as short as they can be: the text needs the room. */
function chosenLines(
  state: DeskState,
  mode: Confirming,
  context: DeskContext,
  width: number,
): string[] {
  const { question, entries } = reasonsAsked(state, mode, context)
  // A claim gets one.
  if (mode.chosen.length === 0 || question?.kind !== 'reason' || entries.length < 2) return []
  return packed(
    entries.map(({ key, label }) => `${mode.chosen.includes(key) ? '*' : ''}${key} ${label}`),
    width,
  )
}

function fitLines(state: DeskState, of: Confirming, context: DeskContext): string[] {
  return [
    'What fits? The mail names it; one kind and one use case can be named.',
    ...fitChoices(state, of, context).map(
      ({ key, word }) =>
        `${key}  ${word}${of.fit.includes(word) ? ' (named; the key takes it out)' : ''}`,
    ),
    'Any other key: as it was.',
  ]
}

function menuLines(
  state: DeskState,
  { key, answers }: Extract<DeskState['mode'], { kind: 'asking' }>,
  context: DeskContext,
  width: number,
): string[] {
  const question = questionOf(state, { key, answers }, context)
  const entries = menuOf(state, question, context)
  if (!question || entries.length === 0) return []
  const about = question.kind === 'text' ? question.about(answers) : question.about
  const own = question.kind === 'reason' ? ['o  in words of your own'] : []
  const numbered = entries.map(
    ({ key, label, isDefault }) => `${key}  ${label}${isDefault ? ' (or Enter)' : ''}`,
  )
  const leftOut = leftOutOf(state, question, context)
  const why = `${aside}${leftOut.join(', ')} ${leftOut.length > 1 ? 'say' : 'says'} what links show, and none was opened: left out`
  const lines = [
    ...numbered,
    ...own,
    ...(leftOut.length > 0 ? [why] : []),
    'Any other key: nothing is done.',
  ]
  return [about, ...lines].flatMap((line) => wrapped(line, width))
}

/** As many keys on a line as fit; none is broken in two. */
function keyLines(
  { mode, opened, narrowed }: DeskState,
  context: DeskContext,
  width: number,
): string[] {
  const subject = opened ? subjectOf(opened.listing, narrowed) : 'submission'
  const deciding = actionsOn(subject, context).map(([key, { label }]) => `${key} ${label}`)
  const keys =
    mode.kind === 'list'
      ? [
          'Enter open',
          'up/down move',
          '/ search',
          'f filter',
          'p proposals',
          'o outdated evidence',
          'c undecided claims',
          'm mails',
          'g read again',
        ]
      : [...deciding, 's skip', 'space more', 'l list', '/ search']
  return packed([...keys, 'u undo', '? help', 'q quit'], width)
}

function packed(parts: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const longer = `${lines.at(-1)} · ${part}`
    if (lines.length > 0 && columns(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  return lines
}

function actionsOn(subject: DeskSubject, { actions }: DeskContext) {
  return Object.entries(actions).filter(([, { on }]) => on.includes(subject))
}

/** A line for each key; on a low screen as many keys on a line as fit. */
function helpLines(context: DeskContext, { width, height }: ScreenSize): string[] {
  const sections = helpSections(context)
  const whole = sections.flatMap(({ title, keys, also = [] }) => [
    title,
    ...keys.map(([key, about]) => `  ${key.padEnd(12)} ${about}`),
    ...also.map((line) => `  ${line}`),
  ])
  const last = [
    'What becomes public or is mailed is asked once: Enter or the same key again. A number there takes one more of the usual reasons, or takes it out; where a reason says that another kind or use case fits, f names which. Behind a bar ( | ) stands what others wrote.',
  ].flatMap((line) => wrapped(line, width))
  if (whole.length + last.length <= height) return [...whole, ...last]
  const packedKeys = sections.flatMap(({ title, keys, also = [] }) => {
    const [first = '', ...rest] = keys.map(([key, about]) => `${key} ${about}`)
    const lines = packed([`${title}: ${first}`, ...rest, ...also], width - 2)
    return lines.map((line, place) => (place === 0 ? line : `  ${line}`))
  })
  return [...packedKeys, ...last].slice(0, height)
}

interface HelpSection {
  title: string
  keys: (readonly [key: string, about: string])[]
  also?: string[]
}

function helpSections(context: DeskContext): HelpSection[] {
  const deciding = (subject: DeskSubject) =>
    actionsOn(subject, context).map(([key, { label }]) => [key, label] as const)
  return [
    {
      title: 'The list',
      keys: [
        ['Enter', 'opens the submission'],
        ['up down j k', 'move; space and page keys by ten'],
        ['Home End', 'the first and the last'],
        ['/', 'searches name, slug, domain, description, e-mail'],
        ['f', 'leaves one state or one kind'],
        ['p', 'shows what owners of public listings propose'],
        ['o', 'listings whose evidence no longer holds'],
        ['c', 'public claims that nobody has decided on; each again shows the queue'],
        ['g', 'reads it again: what came meanwhile'],
      ],
    },
    {
      title: 'A submission',
      keys: deciding('submission'),
      also: ['In the menu of a claim, v is verified.'],
    },
    { title: 'A proposal', keys: deciding('proposal') },
    { title: 'A claim of a public listing', keys: deciding('claim') },
    {
      title: 'All of them',
      keys: [
        ['s', 'skips it'],
        ['space b', 'show what is below and above'],
        ['l Esc', 'go back to the list'],
      ],
    },
    {
      title: 'Everywhere',
      keys: [
        ['u', 'takes back what was just done, where that is possible'],
        ['m', 'shows the mails that were not delivered, and why'],
        ['q', 'quits'],
      ],
    },
  ]
}
