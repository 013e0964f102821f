import { noReach } from '#proof/fetch/reach.ts'
import { aside, listingLines } from '#desk/listing-lines.ts'
import {
  countText,
  ownTakingText,
  queueHead,
  queueLine,
  stateWords,
  takingText,
} from '#desk/queue-lines.ts'
import { age, cell, columns, onOneLine, wrapped } from '#authoring/terminal-text.ts'
import { type DeskSubject, actions, subjectOf } from './actions.ts'
import { wordsOfField } from './fields.ts'
import { filters, narrowedText } from './filters.ts'
import { legendOf } from './marks.ts'
import {
  fitChoices,
  isChecked,
  menuOf,
  numbered,
  questionOf,
  reasonKeys,
  reasonsAsked,
} from './menus.ts'
import { isChangeable } from './reduce.ts'
import type { Confirming, DeskContext, DeskState } from './state.ts'

export interface ScreenSize {
  width: number
  height: number
}

interface View {
  state: DeskState
  context: DeskContext & { isWorking?: boolean; isTyping?: boolean }
  width: number
  height: number
  now: Date
}

/**
 * The lines of the screen that fit into its height: the last action, the list or a submission, and
 * the keys. The lines have no colour codes, and owners' texts are escaped.
 */
export function screenLines(
  state: DeskState,
  context: View['context'],
  { width, height }: ScreenSize,
  now: Date,
): string[] {
  const view = { state, context, width, height, now }
  const line = '-'.repeat(width)
  const top = [...topLines(view), line]
  const foot = [line, ...footLines(view)]
  const room = Math.max(0, height - top.length - foot.length)
  const { mode, opened } = state
  // A screen that is too small for a submission shows at least its name.
  const isSmall = opened && mode.kind === 'listing' && room < 3
  const body = isSmall ? [onOneLine(opened.listing.name)] : bodyLines(view, room).slice(0, room)
  // Cuts from the top on a small screen, so that the question at the bottom is complete.
  const shown = [...top, ...body, ...foot].slice(-height)
  return shown.map((each) => cell(each, width).trimEnd())
}

function topLines({ state, context: { where }, width }: View): string[] {
  const { queue, narrowed, counts, done, message, waiting, mode } = state
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
  ]
}

function bodyLines(view: View, height: number): string[] {
  const { mode, opened } = view.state
  if (mode.kind === 'help') return helpLines(view, height)
  if (mode.kind === 'mails') return mailsBody(view, mode.lines, height)
  if (mode.kind === 'checked') return mailsBody(view, mode.lines, height, 'check')
  const isListing = opened && mode.kind !== 'list' && mode.kind !== 'filter'
  if (!isListing) return listBody(view, height)
  const words = wordLines(view, height)
  return [...words, ...listingBody(view, opened, height - words.length)]
}

/** The words that a field takes, while its value is typed. */
function wordLines({ state: { mode }, context, width }: View, height: number): string[] {
  if (!context.isTyping || mode.kind !== 'asking' || mode.key !== 'e') return []
  const [name = ''] = mode.answers
  const words = wordsOfField(name, context.topics)
  const lines = words.length > 0 ? [...wrapped(`It takes ${words.join(', ')}`, width), ''] : []
  if (lines.length <= height) return lines
  return [...lines.slice(0, height - 1), '... more in content/topics.yaml']
}

function mailsBody(
  { width }: View,
  lines: readonly string[],
  height: number,
  command = 'outbox',
): string[] {
  const all = lines.flatMap((line) => wrapped(line, width))
  if (all.length <= height) return all
  const room = Math.max(1, height - 1)
  const rest = lineCount(all.length - room)
  return [...all.slice(0, room), `... ${rest} more: npm run editor -- ${command}`]
}

function listBody({ state, context, width, now }: View, height: number): string[] {
  const { queue, marks, takings, at, narrowed, counts } = state
  // The queue is not loaded yet.
  if (counts === null) return []
  if (queue.length === 0) {
    const { key } = filters.find((filter) => filter.narrowed.state === 'revision_asked')!
    const isHidden = counts.withOwner > 0 && narrowed.state !== 'revision_asked'
    return [
      narrowedText(narrowed) ? '  No submission matches this filter.' : '  Nothing waits for you.',
      ...(isHidden ? [`  ${counts.withOwner} with owner: f and then ${key} lists them.`] : []),
    ]
  }
  const legend = legendOf(queue, marks)
  const isWhole = queue.length + Math.min(1, legend.length) < height
  const room = isWhole ? queue.length : Math.max(1, height - 2)
  const first = Math.max(0, Math.min(at - Math.floor(room / 2), queue.length - room))
  const rows = queue.slice(first, first + room).map((row, index) => {
    const cursor = first + index === at ? '> ' : '  '
    const [mark, taking] = [marks[row.slug], takings[row.slug]]
    return cursor + queueLine(row, { width: width - 2, now, mark, taking, actor: context.actor })
  })
  const below = queue.length - first - room
  const rest = hiddenText([first, `${first} more above`], [below, `${below} more below`])
  const last = [...(isWhole ? [] : [rest]), ...legend]
  return [`  ${queueHead(width - 2)}`, ...rows, ...(last.length === 0 ? [] : [last.join(' · ')])]
}

function listingBody(
  { state, context, width, now }: View,
  { listing: opened, findings, taking }: NonNullable<DeskState['opened']>,
  height: number,
): string[] {
  const { queue, at, scroll } = state
  // The finding `reported` shows it, beside what the page says.
  const { report: _report, ...listing } = opened
  const { links: _, ...others } = findings
  // Without a network connection the title says so, instead of one line for each link.
  const [reach, found] = isChecked(state) ? ['', findings] : [` · ${noReach}`, others]
  const whole = listingLines(listing, found, width, context.guide)
  // Without explanations of kinds and use cases if the submission would not fit otherwise.
  const lines = whole.length < height ? whole : listingLines(listing, found, width)
  const row = queue[at]?.slug === listing.slug ? queue[at] : undefined
  const waits = age(row?.waits_since ?? listing.created_at, now)
  const why = row ? `, ${stateWords[row.state]}` : ''
  const isOwn = taking?.editor === context.actor
  const taken = taking ? ` · ${isOwn ? ownTakingText(taking) : takingText(taking, now)}` : ''
  const title = `${at + 1} of ${queue.length}, ${waits} old${why}${taken}${reach}`
  if (lines.length < height) return [title, ...lines]
  const room = Math.max(1, height - 2)
  const first = Math.min(scroll, Math.max(0, lines.length - room))
  const below = lines.length - first - room
  const rest = hiddenText(
    [first, `${lineCount(first)} above: b`],
    [below, `${lineCount(below)} below: space`],
  )
  return [title, ...lines.slice(first, first + room), rest]
}

/** Says how many lines are hidden above, if any, and below, or that the end is visible. */
function hiddenText(above: [number, string], below: [number, string]): string {
  const end = below[0] > 0 ? below[1] : 'the end'
  return `... ${above[0] > 0 ? `${above[1]}, ` : ''}${end}`
}

function lineCount(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`
}

function footLines(view: View): string[] {
  const { state, context, width } = view
  const { mode } = state
  // While a person types an answer, desk.ts prints the prompt and the text, so nothing is drawn here.
  if (context.isTyping) return []
  if (context.isWorking) return ['working … (keys that are pressed now wait their turn)']
  switch (mode.kind) {
    case 'confirming': {
      const change = isChangeable(mode) ? ' · e: change the text' : ''
      const chosen = chosenLines(view, mode)
      const more = chosen.length > 0 ? ' · its key: one reason more or less' : ''
      const fit = fitChoices(state, mode, context).length > 0 ? ' · f: name what fits' : ''
      const yes = mode.isDespite ? 'y: yes, all the same' : `Enter or ${mode.key}: yes`
      const keys = `${yes}${change}${fit}${more} · any other key: no`
      return [...wrapped(onOneLine(mode.sentence), width), ...chosen, ...wrapped(keys, width)]
    }
    case 'fitting':
      return [
        'What fits? The mail names it; one kind and one use case can be named.',
        ...fitChoices(state, mode.of, context).map(
          ({ key, word }) =>
            `${key}  ${word}${mode.of.fit.includes(word) ? ' (named; the key takes it out)' : ''}`,
        ),
        'Any other key: as it was.',
      ]
    case 'which':
      return [
        'These look like it equally. Which one does the mail name?',
        ...state.opened!.lookAlikes.map(({ text }, index) => `${reasonKeys[index]}  ${text}`),
        'n  none of them',
        'Any other key: as it was.',
      ].flatMap((line) => wrapped(line, width))
    case 'filter':
      return [...filters.map(({ key, label }) => `${key}  ${label}`), 'Which of them?']
    case 'asking':
      return menuLines(view)
    case 'help':
    case 'checked':
      return ['Any key goes back.']
    case 'mails':
      return ['To send one now: npm run editor -- outbox --retry 1', 'Any key goes back.']
    default:
      return keyLines(view)
  }
}

/**
 * The canned reasons with short labels, because the mail text needs the space. Chosen ones have a
 * `*`.
 */
function chosenLines({ state, context, width }: View, mode: Confirming): string[] {
  const { chosen } = mode
  const { question, entries } = reasonsAsked(state, mode, context)
  // A claim has only one reason, so there is nothing to add or remove.
  if (chosen.length === 0 || question?.kind !== 'reason' || entries.length < 2) return []
  const mark = (key: string) => (chosen.includes(key) ? '*' : '')
  return packed(
    entries.map(({ key, label }) => `${mark(key)}${key} ${label}`),
    width,
  )
}

function menuLines(view: View): string[] {
  const { state, context, width } = view
  const question = state.mode.kind === 'asking' ? questionOf(state, state.mode) : undefined
  if (!question || question.kind === 'text') return []
  if (question.kind === 'field') return fieldLines(view, question.about)
  const leftOut = numbered(state, question, context).filter((one) => one.leftOut !== null)
  const why = [...Map.groupBy(leftOut, (one) => one.leftOut)].map(
    ([because, some]) => `${aside}left out, ${because}: ${some.map(({ key }) => key).join(', ')}`,
  )
  const lines = [
    question.about,
    ...menuOf(state, question, context).map(
      ({ key, label, isDefault }) => `${key}  ${label}${isDefault ? ' (or Enter)' : ''}`,
    ),
    ...(question.kind === 'reason' ? ['o  in words of your own'] : []),
    ...why,
    'Any other key: nothing is done.',
  ]
  return lines.flatMap((line) => wrapped(line, width))
}

/** The fields with their values, on a low screen two beside each other. */
function fieldLines({ state, context, width, height }: View, about: string): string[] {
  const entries = menuOf(state, { kind: 'field', about }, context)
  const isLow = entries.length + 6 > height
  const half = isLow ? Math.floor((width - 2) / 2) : width
  const cells = entries.map(({ key, label }) => `${key}  ${label}`)
  const rows = isLow
    ? cells.slice(0, Math.ceil(cells.length / 2)).map((each, index) => {
        const other = cells[index + Math.ceil(cells.length / 2)]
        return `${cell(each, half)}${other === undefined ? '' : `  ${cell(other, half)}`}`
      })
    : cells.map((each) => cell(each, half))
  return [about, ...rows, 'Any other key: nothing is done.']
}

const listKeys = [
  'Enter open',
  'up/down move',
  '/ search',
  'f filter',
  'p proposals',
  'o outdated evidence',
  'c undecided claims',
  'r reports',
  'm mails',
  'g read again',
]

function keyLines({ state: { mode, opened, narrowed }, width }: View): string[] {
  const deciding = opened ? deciders(subjectOf(opened.listing, narrowed)) : {}
  const listingKeys = [
    ...joinedKeys(deciding),
    'o open',
    's skip',
    'space more',
    'l list',
    '/ search',
  ]
  const keys = mode.kind === 'list' ? listKeys : listingKeys
  return packed([...keys, 'u undo', '? help', 'q quit'], width)
}

/** Puts as many parts on each line as fit, without breaking a part. */
function packed(parts: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const longer = `${lines.at(-1)} · ${part}`
    if (lines.length > 0 && columns(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  return lines
}

type Keys = Readonly<Record<string, string>>

/** The keys with their labels that decide on a subject. */
function deciders(subject: DeskSubject): Keys {
  const some = Object.entries(actions).filter(([, { on }]) => on.includes(subject))
  const keys = Object.fromEntries(some.map(([key, { label }]) => [key, label]))
  return subject === 'report' ? { h: 'check the repository', ...keys } : keys
}

function joinedKeys(keys: Keys): string[] {
  return Object.entries(keys).map((entry) => entry.join(' '))
}

/** The help with one key per line, or on a low screen with as many keys per line as fit. */
function helpLines({ width }: View, height: number): string[] {
  const sections = Object.entries(help)
  const last = wrapped(
    'What becomes public or is mailed is asked once: Enter or the same key again. The key of a usual reason takes it in or out; where a reason says that another kind or use case fits, f names which. In the menu of a claim, v is verified. Behind a bar ( | ) stands what others wrote.',
    width,
  )
  const whole = sections.flatMap(([title, keys]) => [
    title,
    ...Object.entries(keys).map(([key, about]) => `  ${key.padEnd(12)} ${about}`),
  ])
  if (whole.length + last.length <= height) return [...whole, ...last]
  const low = sections.flatMap(([title, keys]) => {
    const [first = '', ...rest] = joinedKeys(keys)
    const [begin = '', ...more] = packed([`${title}: ${first}`, ...rest], width - 2)
    return [begin, ...more.map((line) => `  ${line}`)]
  })
  return [...low, ...last].slice(0, height)
}

const help: Readonly<Record<string, Keys>> = {
  'The list': {
    Enter: 'opens the submission',
    'up down j k': 'move; space and page keys by ten',
    'Home End': 'the first and the last',
    '/': 'searches name, slug, domain, description, e-mail',
    f: 'leaves one state or one kind',
    'p o c r': 'proposals, outdated evidence, undecided claims, reports; again: the queue',
    g: 'reads it again: what came meanwhile',
  },
  'A submission': deciders('submission'),
  'A proposal': deciders('proposal'),
  'A claim of a public listing': deciders('claim'),
  'A report': deciders('report'),
  'All of them': {
    o: 'opens its address in a browser',
    s: 'skips it',
    'space b': 'show what is below and above',
    'l Esc': 'go back to the list',
  },
  Everywhere: {
    u: 'takes back what was just done, where that is possible',
    m: 'shows the mails that were not delivered, and why',
    q: 'quits',
  },
}
