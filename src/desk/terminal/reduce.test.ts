import { describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import type { ListingForReview, QueueRow } from '#db/queries/review-queue.ts'
import { notChecked } from '#proof/fetch/reach.ts'
import { isQuiet } from '#desk/listing-lines.ts'
import { release, take } from '#desk/take.ts'
import { actions } from './actions.ts'
import { menuOf, questionOf } from './menus.ts'
import { reduce } from './reduce.ts'
import { screenLines } from './screen.ts'
import { type DeskContext, type DeskState, type Effect, type Event, emptyDesk } from './state.ts'

const now = new Date('2026-05-18T12:00:00Z')
const row = (slug: string): QueueRow => ({
  slug,
  name: `The ${slug}`,
  domain: `${slug}.example`,
  qualification_type: null,
  review_priority: 0,
  created_at: new Date('2026-05-15T12:00:00Z'),
  waits_since: new Date('2026-05-15T12:00:00Z'),
  state: 'new',
  version: '1',
})
const listing = (slug: string, more: object = {}) =>
  ({
    ...row(slug),
    status: 'pending',
    claim_review_status: null,
    others_of_submitter: [],
    others_of_domain: [],
    history: [],
    ...more,
  }) as unknown as ListingForReview
const reasons = {
  reject: [
    { key: 'spam', title: 'Advertising', text: 'It advertises.' },
    { key: 'gone', title: 'No product', text: 'There is no product.' },
    {
      key: 'same',
      title: 'Same product',
      text: 'It is there.',
      with_look_alike: 'It is there as {{look_alike}}.',
    },
    { key: 'check', title: 'Nothing to check', text: 'Nothing shows it.' },
  ],
  claim: [
    {
      key: 'links',
      title: 'Links closed',
      text: 'Open the links.',
      status: 'needs_revision' as const,
    },
    { key: 'none', title: 'No kind', text: 'It is none.', status: 'not_verified' as const },
  ],
}
const context = {
  reasons,
  guide: {},
  to: addresses('https://directory.example'),
  where: null,
  actor: 'ada',
  topics: ['coding-agents', 'telephony', 'voice-agents'],
}

/** Presses keys and lets things happen, one after the other; an effect must be what comes next. */
const play = (begin: DeskState, ...events: (string | Event)[]) => playIn(context, begin, ...events)

function playIn(of: DeskContext, begin: DeskState, ...events: (string | Event)[]) {
  let next: { state: DeskState; effect: Effect | null } = { state: begin, effect: null }
  for (const event of events)
    next = reduce(next.state, typeof event === 'string' ? { kind: 'key', name: event } : event, of)
  return next
}

type Opened = NonNullable<DeskState['opened']>

/** A submission as the desk opens it: nothing speaks against it, unless `more` does. */
const inspected = (one: ListingForReview, more: Partial<Opened> = {}): Opened => ({
  listing: one,
  findings: {},
  flags: [],
  lookAlikes: [],
  ...more,
})

/** One whose links could not be checked, for this machine reaches nothing. */
const submitted = listing('one', { claim_review_status: 'submitted' })
const unchecked = inspected(submitted, { findings: { links: [notChecked] } })

const rows = [row('one'), row('two'), row('three')]
const counts = { toDecide: 3, withOwner: 2 }
const list: DeskState = { ...emptyDesk, queue: rows, counts }
const opened: DeskState = {
  ...list,
  mode: { kind: 'listing' },
  opened: inspected(listing('one')),
}

/** The desk with this submission on it. */
const openedOn = (one: ListingForReview, more: Partial<Opened> = {}): DeskState => ({
  ...opened,
  opened: inspected(one, more),
})

const nothingChanged = {
  effect: null,
  state: { mode: { kind: 'listing' }, message: 'Nothing was changed.' },
}

const small = { width: 80, height: 24 }

type ScreenContext = Parameters<typeof screenLines>[1]

/** The screen as one text. */
const screenOf = (state: DeskState, size = small, of: ScreenContext = context) =>
  screenLines(state, of, size, now).join('\n')
const taken = (more: object = {}): Event => ({
  kind: 'taken',
  slug: 'one',
  text: 'The one is approved.',
  isDone: true,
  isOver: true,
  undo: null,
  ...more,
})
const reread =
  (...slugs: string[]) =>
  (next: string | null): Event => ({
    kind: 'read',
    rows: slugs.map(row),
    marks: {},
    takings: {},
    counts: { toDecide: slugs.length, withOwner: 0 },
    waiting: [],
    next,
  })

describe('the keys of the list', () => {
  it('open the row that is marked', () => {
    expect(play(list, 'down', 'down', 'up', 'enter').effect).toEqual({ kind: 'open', slug: 'two' })
    expect(play(list, 'up', 'up').state.at).toBe(0)
    expect(play(list, 'pagedown').state.at).toBe(2)
    expect(play(list, 'end').state.at).toBe(2)
    expect(play(list, 'end', 'home').state.at).toBe(0)
    expect(play(emptyDesk, 'end').state.at).toBe(0)
    expect(play(emptyDesk, 'enter')).toMatchObject({
      effect: null,
      state: { message: 'Nothing waits for you here.' },
    })
  })

  it('decide nothing', () => {
    for (const key of Object.keys(actions))
      expect([play(list, key).state.mode.kind, play(list, key).effect?.kind]).toEqual([
        'list',
        // There `c` lists claims, and `r` reports.
        key === 'c' || key === 'r' ? 'read' : undefined,
      ])
  })

  it.each([
    ['evidence that no longer holds', 'o', 'stale'],
    ['undecided claims of public listings', 'c', 'claim_undecided'],
    ['proposals', 'p', 'proposed'],
  ])('list %s by %s, and the queue again by the same', (_, key, state) => {
    const listed = play(list, key)
    expect(listed.state.narrowed).toEqual({ state })
    expect(listed.effect).toEqual({ kind: 'read', next: null })
    expect(play(listed.state, key).state.narrowed).toEqual({})
  })

  it('search by words, and show all again when none are typed', () => {
    expect(play(list, '/').effect).toMatchObject({ kind: 'type' })
    const searched = play(list, '/', { kind: 'typed', text: ' letter  box ' })
    expect(searched.state.narrowed).toEqual({ words: ['letter', 'box'] })
    expect(searched.effect).toEqual({ kind: 'read', next: null })
    const all = play(searched.state, '/', { kind: 'typed', text: '' })
    expect(all.state.narrowed).toEqual({})
  })

  it('leave one state or one kind, beside the words', () => {
    const narrowed: DeskState = { ...list, narrowed: { words: ['letter'] } }
    expect(play(narrowed, 'f', '2').state.narrowed).toEqual({ words: ['letter'], state: 'new' })
    expect(play(narrowed, 'f', '1').state.narrowed).toEqual({ words: ['letter'] })
    expect(play(narrowed, 'f', '0').state.narrowed).toEqual({ words: ['letter'], kind: 'none' })
    expect(play(narrowed, 'f', 'x')).toMatchObject({
      effect: null,
      state: { narrowed: { words: ['letter'] } },
    })
  })
})

describe('what is with its owner', () => {
  const away: QueueRow = { ...row('away'), state: 'revision_asked' }
  const reads = (...read: QueueRow[]): Event => ({
    kind: 'read',
    rows: read,
    marks: {},
    takings: {},
    counts: { toDecide: 1, withOwner: 1 },
    waiting: [],
    next: null,
  })

  it('is in no list of what waits for an editor, and is never the next', () => {
    const last = play({ ...opened, queue: [] }, reads(row('one'), away)).state
    expect(last.queue.map(({ slug }) => slug)).toEqual(['one'])
    const searched = { ...opened, narrowed: { words: ['o'] }, queue: [row('one'), away] }
    expect(play(searched, 's').state).toMatchObject({ mode: { kind: 'list' }, opened: null })
    expect(play(searched, taken()).effect).toEqual({ kind: 'read', next: null })
  })

  it('is listed when it is searched for, or chosen', () => {
    const begin = { ...list, queue: [] }
    for (const narrowed of [{ words: ['away'] }, { state: 'revision_asked' as const }]) {
      const { state } = play({ ...begin, narrowed }, reads(away))
      expect(state.queue).toEqual([away])
      expect(play(state, 'enter').effect).toEqual({ kind: 'open', slug: 'away' })
    }
    const chosen = { ...opened, queue: [row('one'), away, { ...away, slug: 'far' }] }
    const other = {
      ...chosen,
      narrowed: { state: 'revision_asked' as const },
      opened: { ...opened.opened!, listing: listing('away') },
    }
    expect(play(other, 's').effect).toEqual({ kind: 'open', slug: 'far' })
  })

  it('stands behind a key once nothing waits for the editor, and Enter does not open it', () => {
    const { state } = play({ ...list, queue: [] }, reads(away))
    const screen = screenOf(state)
    expect(screen).toContain('Nothing waits for you.')
    // Before it was read, nobody knows.
    expect(screenOf(emptyDesk)).not.toMatch(/Nothing waits|0 to decide/)
    const [, key] = /1 with owner: f and then (\d) lists them/.exec(screen)!
    expect(play(state, 'enter').effect).toBeNull()
    expect(play(state, 'f', key!).state.narrowed).toEqual({ state: 'revision_asked' })
  })
})

it('the help names every key on a screen of 80 by 24, and breaks none of its sentences off', () => {
  const help: DeskState = { ...list, mode: { kind: 'help' } }
  const [low, high] = [screenOf(help), screenOf(help, { width: 80, height: 60 })]
  for (const { label } of Object.values(actions)) expect(low).toContain(label)
  for (const last of ['q quits', 'stands what others wrote.', 'Any key goes back.'])
    expect(low.replace(/\s+/g, ' ')).toContain(last)
  expect(low.split('\n').every((line) => line.length <= 80)).toBe(true)
  expect(high).toMatch(/^ {2}q {12}quits$/m)
})

describe('on a machine that reaches no site', () => {
  const answersNothing = {
    key: 'no-answer',
    title: 'No answer',
    text: 'Mend it.',
    of_links: true,
  } as const
  const reasons = {
    revise: [
      answersNothing,
      { key: 'stack', title: 'Stack', text: 'Mend the stack.' },
      { key: 'kind', title: 'Kind', text: 'Choose again.', of_claim: true as const },
    ],
    claim: [
      { ...answersNothing, status: 'needs_revision' as const },
      { key: 'none', title: 'None', text: 'None.', status: 'not_verified' as const },
    ],
  }
  const mine = { ...context, reasons }
  const menus = (open: DeskState['opened']) => {
    const state = { ...opened, opened: open }
    const ask = (key: string, answers: string[] = []) =>
      menuOf(state, questionOf(state, { key, answers }), mine)
    return [ask('v'), ask('a')].map((menu) =>
      menu.map(({ key }) => key).filter((key) => /\d/.test(key)),
    )
  }

  it('no reason is offered that a link did not open, and the others keep their digits', () => {
    expect(menus({ ...unchecked, findings: {} })).toEqual([
      ['1', '2'],
      ['1', '2'],
    ])
    expect(menus(unchecked)).toEqual([['2'], ['2']])
  })

  it('to leave the claim as it is comes first where nothing could be opened, and last else', () => {
    const keysOf = (open: DeskState['opened']) => {
      const state = { ...opened, opened: open }
      const question = questionOf(state, { key: 'a', answers: [] })
      return menuOf(state, question, mine).map(({ key }) => key)
    }
    expect(keysOf(unchecked)).toEqual(['s', '2', 'n', 'x', 'v'])
    expect(keysOf({ ...unchecked, findings: {} })).toEqual(['v', '1', '2', 'n', 'x', 's'])
  })

  it('Enter leaves the claim as it is there, and is no answer where links were opened', () => {
    const state = { ...opened, opened: unchecked }
    expect(play(state, 'a', 'enter', 'enter').effect).toMatchObject({
      key: 'a',
      answers: ['submitted', ''],
    })
    const seen = { ...opened, opened: { ...unchecked, findings: {} } }
    expect(play(seen, 'a', 'enter')).toMatchObject(nothingChanged)
  })

  it('a claim is verified unseen only after both the menu and the question have said so', () => {
    const typed: Event = { kind: 'typed', text: 'Its documentation.' }
    const state = { ...opened, opened: unchecked }
    const shown = (of: DeskState) => screenOf(of, small, mine)
    expect(shown(play(state, 'a').state)).toContain('v  verified unseen: no link was opened')
    const asked = play(state, 'a', 'v', typed)
    expect(shown(asked.state).replace(/\s+/g, ' ')).toContain(
      'No link was opened: it is verified unseen.',
    )
    const seen = { ...opened, opened: { ...unchecked, findings: {} } }
    expect(shown(play(seen, 'a', 'v', typed).state)).not.toContain('unseen')
  })

  it('a dim line says why digits are missing, and none stands where none is', () => {
    const shown = (of: DeskState['opened']) =>
      screenLines(playIn(mine, { ...opened, opened: of }, 'v').state, mine, small, now)
    const asides = (lines: string[]) => lines.filter((line) => line.startsWith('·'))
    const told = asides(shown(unchecked))
    expect(told.every(isQuiet)).toBe(true)
    expect(told).toEqual([
      '·  left out, no link was opened: 1',
      '·  left out, it makes no claim: 3',
    ])
    const claimed = listing('one', { qualification_type: 'agent_native' })
    expect(asides(shown({ ...unchecked, listing: claimed, findings: {} }))).toEqual([])
  })

  it('its digit chooses nothing', () => {
    const state = { ...opened, opened: unchecked }
    const pressed = playIn(mine, state, 'v', '1')
    expect(pressed).toMatchObject({ effect: null, state: { message: 'Nothing was changed.' } })
  })
})

describe('what fits', () => {
  const fitting = {
    ...context,
    reasons: {
      revise: [
        {
          key: 'kind',
          title: 'Kind',
          text: 'Another kind fits.',
          with_fit: { of: ['qualification_type'] as const, text: '{{fit}} fits.' },
        },
        { key: 'stack', title: 'Stack', text: 'Mend the stack.' },
      ],
      claim: [
        {
          key: 'kind',
          title: 'Another fits',
          text: 'Another fits.',
          status: 'needs_revision' as const,
          with_fit: {
            of: ['qualification_type', 'agent_use_case'] as const,
            text: 'It fits {{fit}}.',
          },
        },
      ],
    },
  }
  const claimed: DeskState = openedOn(
    listing('one', {
      claim_review_status: 'submitted',
      qualification_type: 'agent_native',
      agent_use_case: 'voice',
    }),
  )
  const press = (...keys: string[]) => playIn(fitting, claimed, ...keys)
  const screen = (...keys: string[]) =>
    screenOf(press(...keys).state, { width: 80, height: 30 }, fitting)

  it('is named by two keys more, and the usual way has as many as before', () => {
    expect(press('a', '1', 'enter').effect).toMatchObject({
      answers: ['needs_revision', 'Another fits.'],
    })
    expect(screen('a', '1')).toContain('f: name what fits')
    expect(press('a', '1', 'f', '4', 'enter').effect).toMatchObject({
      key: 'a',
      answers: ['needs_revision', 'It fits the use case support.'],
    })
  })

  it('is one kind and one use case; another takes its place, and the same key takes it out', () => {
    const named = (...digits: string[]) =>
      press('c', '1', ...digits.flatMap((digit) => ['f', digit]), 'enter').effect
    const says = (text: string) => ({ answers: ['needs_revision', text] })
    expect(named('4', '3')).toMatchObject(
      says('It fits the kind agentic_workflow and the use case support.'),
    )
    expect(named('4', '5')).toMatchObject(says('It fits the use case research.'))
    expect(named('4', '4')).toMatchObject(says('Another fits.'))
  })

  it('is never what is claimed already, and any other key leaves all as it was', () => {
    const menu = screen('a', '1', 'f')
    expect(menu).toContain('3  agentic_workflow')
    expect(menu).not.toMatch(/^1 {2}agent_native|^8 {2}voice/m)
    for (const key of ['1', '8', 'x', 'escape', 'enter'])
      expect(press('a', '1', 'f', key)).toMatchObject({
        effect: null,
        state: { mode: press('a', '1').state.mode },
      })
  })

  it('goes with other reasons, and only into the one that names it', () => {
    const keys = ['v', '1', 'f', '3', '2', 'enter']
    expect(press(...keys).effect).toMatchObject({
      answers: ['the kind agentic_workflow fits. Mend the stack.'],
    })
    expect(screen('v', '1', 'f')).not.toContain('support')
    expect(screen('v', '2')).not.toContain('name what fits')
    expect(press('v', '2', 'f')).toMatchObject({
      effect: null,
      state: { message: 'Nothing was changed.' },
    })
  })
})

describe('a decision', () => {
  it.each([['a'], ['enter']])('that becomes public is asked once; %s says yes', (key) => {
    const asked = play(opened, 'a')
    expect(asked).toMatchObject({ effect: null, state: { mode: { kind: 'confirming' } } })
    expect(play(opened, 'a', key).effect).toMatchObject({
      kind: 'act',
      key: 'a',
      listing: { slug: 'one' },
    })
  })

  it.each([['n'], ['y'], ['escape'], ['r'], ['space'], ['q']])(
    '%s is no, and says that nothing was changed',
    (key) => {
      expect(play(opened, 'a', key)).toMatchObject(nothingChanged)
    },
  )

  it('that is mailed takes a canned reason by its number, and lets it be changed', () => {
    const chosen = play(opened, 'r', '2')
    expect(chosen.state.mode).toMatchObject({
      kind: 'confirming',
      sentence: expect.stringContaining('gets this by mail: There is no product.'),
    })
    expect(play(chosen.state, 'enter').effect).toMatchObject({
      kind: 'act',
      answers: ['There is no product.'],
    })
    const changing = play(chosen.state, 'e')
    expect(changing.effect).toMatchObject({ kind: 'type', initial: 'There is no product.' })
    const changed = play(changing.state, { kind: 'typed', text: 'There is none.' }, 'r')
    expect(changed.effect).toMatchObject({ kind: 'act', answers: ['There is none.'] })
  })

  it('takes words of the editor’s own, and none is no decision', () => {
    expect(play(opened, 'r', 'o').effect).toMatchObject({ kind: 'type', initial: '' })
    for (const text of [null, '', ' \u200b ']) {
      expect(play(opened, 'r', 'o', { kind: 'typed', text })).toMatchObject(nothingChanged)
    }
    expect(play(opened, 'r', '9')).toMatchObject({
      effect: null,
      state: { mode: { kind: 'listing' } },
    })
  })

  it('names several usual reasons at once, three at most, and none asks anew', () => {
    const two = play(opened, 'r', '2', '1')
    expect(two.state.mode).toMatchObject({
      sentence: expect.stringContaining('by mail: There is no product. It advertises.'),
    })
    expect(play(two.state, 'enter').effect).toMatchObject({
      answers: ['There is no product. It advertises.'],
    })
    expect(play(two.state, '2', 'enter').effect).toMatchObject({ answers: ['It advertises.'] })
    expect(play(two.state, '2', '1')).toMatchObject({
      effect: null,
      state: { mode: { kind: 'asking', key: 'r', answers: [] } },
    })
    expect(play(two.state, '3', '4').state.message).toContain('3 reasons at most')
    expect(play(two.state, '9').state).toMatchObject({
      mode: { kind: 'confirming', chosen: ['2', '1'] },
      message: 'There is no reason 9.',
    })
  })

  it('names the listing that looks like it, where one is public', () => {
    const lookAlike = 'Two $& (https://directory.example/product/two)'
    const lookAlikes = [{ slug: 'two', text: lookAlike, isNearest: true }]
    const beside = openedOn(listing('one'), { lookAlikes })
    expect(play(beside, 'r', '3', 'enter').effect).toMatchObject({
      answers: [`It is there as ${lookAlike}.`],
    })
    expect(play(opened, 'r', '3', 'enter').effect).toMatchObject({ answers: ['It is there.'] })
  })

  it('on a claim takes a usual reason with its state by one key, or words, and needs them', () => {
    expect(play(opened, 'c', '2', 'enter').effect).toMatchObject({
      key: 'c',
      answers: ['not_verified', 'It is none.'],
    })
    expect(play(opened, 'c', 's', 'enter').effect).toMatchObject({ answers: ['submitted', ''] })
    for (const key of ['v', 'n', 'x'])
      expect(play(opened, 'c', key, { kind: 'typed', text: '' }).state).toMatchObject({
        mode: { kind: 'listing' },
        message: 'Nothing was changed.',
      })
  })

  it('approves and decides on the claim by three keys; a claim that is decided is not asked', () => {
    const claimed = (claim_review_status: string) =>
      openedOn(listing('one', { claim_review_status }))
    const both = play(claimed('submitted'), 'a', '1')
    expect(both.state.mode).toMatchObject({
      sentence: expect.stringContaining('Its claim is needs_revision: Open the links.'),
    })
    const stepOf = (...keys: (string | Event)[]) => {
      const { effect } = play(claimed('submitted'), ...keys)
      if (effect?.kind !== 'act') throw new Error('Nothing is done.')
      return actions['a']!.step('one', effect.answers, effect.listing).values
    }
    expect(stepOf('a', '1', 'a')).toEqual({ claim: 'needs_revision', notes: 'Open the links.' })
    expect(stepOf('a', 's', 'a')).toEqual({})
    const typed: Event = { kind: 'typed', text: 'Its documentation.' }
    expect(stepOf('a', 'v', typed, 'enter')).toEqual({
      claim: 'verified',
      evidence: 'Its documentation.',
    })
    // An approval by habit decides nothing on a claim.
    expect(play(claimed('submitted'), 'a', 'a')).toMatchObject(nothingChanged)
    expect(play(claimed('verified'), 'a', 'a').effect).toMatchObject({ kind: 'act', answers: [] })
  })

  it('tells at once what its editor must know, and of mails and builds nothing', () => {
    const text = 'The one is approved.\nThe mail to its submitter was sent.\nWarning: Not rebuilt.'
    expect(play(opened, taken({ text })).state).toMatchObject({
      done: [{ text: 'The one is approved.' }],
      message: 'Warning: Not rebuilt.',
    })
  })

  it('stays visible, and the next submission comes up', () => {
    const after = play(opened, taken())
    expect(after.effect).toEqual({ kind: 'read', next: 'two' })
    expect(after.state.done).toEqual([{ text: 'The one is approved.', undo: null }])
    expect(play(after.state, reread('two', 'three')('two')).effect).toEqual({
      kind: 'open',
      slug: 'two',
    })
    const last = play(openedOn(listing('three')), taken({ slug: 'three' }))
    expect(last.effect).toEqual({ kind: 'read', next: null })
    expect(play(last.state, reread('one')(null)).state.mode).toEqual({ kind: 'list' })
  })

  it('that somebody else took meanwhile is told, and the queue is read again', () => {
    const text = 'one is already rejected by bob. Nothing was changed.'
    const told = play(opened, taken({ isDone: false, text }))
    expect(told).toMatchObject({
      effect: { kind: 'read', next: 'two' },
      state: { message: text, done: [] },
    })
    // The next one is gone, too: the list says what is left.
    expect(play(told.state, reread('three')('two'))).toMatchObject({
      effect: null,
      state: { mode: { kind: 'list' }, at: 0, message: text },
    })
    expect(
      play(list, {
        kind: 'opened',
        slug: 'two',
        opened: inspected(listing('two', { status: 'approved' })),
      }),
    ).toMatchObject({
      effect: { kind: 'read' },
      state: { message: expect.stringContaining('somebody else') },
    })
  })
})

describe('a database that does not answer', () => {
  it('is told, and the desk stays where it is', () => {
    const failed: Event = { kind: 'failed', text: 'Nothing was read: timeout' }
    expect(play(opened, 's', failed)).toMatchObject({
      effect: null,
      state: { mode: { kind: 'listing' }, message: 'Nothing was read: timeout', queue: rows },
    })
    expect(play(list, failed, 'g').effect).toEqual({ kind: 'read', next: null })
  })
})

describe('evidence that no longer holds', () => {
  const narrowed = { ...list, narrowed: { state: 'stale' as const } }
  const public_ = listing('one', { status: 'approved' })

  it('is opened with its findings, and no key of a submission or a proposal decides on it', () => {
    const findings = { 'evidence stale': ['redis is named no more'] }
    const opened = { listing: public_, findings, flags: [], lookAlikes: [] }
    const { state } = play(narrowed, { kind: 'opened', slug: 'one', opened })
    expect(state).toMatchObject({ mode: { kind: 'listing' }, message: null })
    for (const key of Object.keys(actions)) {
      const { state: after, effect } = play(state, key)
      expect([effect, after.mode.kind, after.message]).toEqual([
        null,
        'listing',
        expect.stringContaining('mended in the file'),
      ])
    }
    const lines = screenLines(state, context, { width: 100, height: 40 }, now).join('\n')
    expect(lines).toContain('redis is named no more')
    expect(lines).not.toMatch(/a approve|y accept/)
  })
})

describe('the claim of a public listing that nobody has decided on', () => {
  const narrowed = { ...list, narrowed: { state: 'claim_undecided' as const } }
  const undecided = listing('one', { status: 'approved', claim_review_status: 'submitted' })
  const open = inspected(undecided)
  const { state } = play(narrowed, { kind: 'opened', slug: 'one', opened: open })

  it('is decided by the key of a claim, which says that it is public at once, and by no other', () => {
    expect(state.mode).toEqual({ kind: 'listing' })
    const asked = play(state, 'c', '1')
    expect(asked.state.mode).toMatchObject({
      sentence: expect.stringContaining('It is public at once'),
    })
    expect(play(asked.state, 'enter').effect).toMatchObject({ kind: 'act', key: 'c' })
    for (const key of ['a', 'r', 'v', 'e', 'y', 'x', 'n'])
      expect(play(state, key).state.message).toContain('No key of a claim')
  })
})

describe('what could not be delivered', () => {
  const lines = ['7  approval of one to ada@one.example: 2 tries', '    | The provider is away.']

  it('is shown by one key from everywhere, and any key goes back', () => {
    for (const begin of [list, opened]) {
      const asked = play(begin, 'm')
      expect(asked.effect).toEqual({ kind: 'mails' })
      const { state } = play(asked.state, { kind: 'mails', lines })
      const screen = screenOf(state)
      expect(screen).toContain(lines[1])
      expect(screen).toContain('outbox --retry')
      expect(play(state, 'x')).toMatchObject({ effect: null, state: { mode: begin.mode } })
    }
  })

  it('says how many lines are not on the screen', () => {
    const many = Array.from({ length: 60 }, (_, index) => `${index}  a mail`)
    const { state } = play(list, { kind: 'mails', lines: many })
    const shown = screenLines(state, context, small, now)
    expect(shown).toHaveLength(24)
    const [, rest] = /^\.\.\. (\d+) lines more/m.exec(shown.join('\n'))!
    expect(shown.filter((line) => line.endsWith('a mail'))).toHaveLength(60 - Number(rest))
  })
})

const proposed = listing('one', { status: 'approved' })

describe('a proposal', () => {
  it('has keys of its own: nobody approves what is public, or accepts what is pending', () => {
    const open = openedOn(proposed)
    expect(play(open, 'a').state.message).toBe('No key of a proposal; ? tells which there are.')
    expect(play(opened, 'y').state.message).toContain('No key of a submission')
    expect(play(open, 'y', 'y').effect).toMatchObject({ kind: 'act', key: 'y' })
  })

  it('that somebody else has decided on meanwhile is not opened in the queue', () => {
    const event: Event = {
      kind: 'opened',
      slug: 'one',
      opened: inspected(proposed),
    }
    expect(play(list, event).state.message).toContain('not pending any more')
    const narrowed = { ...list, narrowed: { state: 'proposed' as const } }
    expect(play(narrowed, event).state.mode).toEqual({ kind: 'listing' })
  })
})

describe('undo', () => {
  const changes = [{ field: 'name', from: 'Old', to: 'New' }]
  const undo = actions['e']!.undo!(listing('one'), { changes })!

  it('takes back what was done last, at once where nobody sees it', () => {
    const done = { ...list, done: [{ text: 'one is corrected.', undo }] }
    expect(play(done, 'u').effect).toEqual({ kind: 'undo', undo })
    const after = play(done, 'u', { kind: 'undone', slug: 'one', text: 'taken back', isDone: true })
    expect(after).toMatchObject({
      effect: { kind: 'read', next: 'one' },
      state: { done: [{ text: 'taken back', undo: null }] },
    })
  })

  it('asks where somebody sees it, and says where nothing can be taken back', () => {
    for (const key of ['a', 'r']) {
      const decided = actions[key]!.undo!(listing('one'), {})!
      const done = { ...list, done: [{ text: 'one is decided.', undo: decided }] }
      expect(play(done, 'u')).toMatchObject({
        effect: null,
        state: { mode: { kind: 'confirming' } },
      })
      expect(play(done, 'u', 'u').effect).toEqual({ kind: 'undo', undo: decided })
    }
    expect(play(list, 'u')).toMatchObject({
      effect: null,
      state: { message: expect.stringMatching(/nothing here .* commands undo .* and restore/) },
    })
  })

  it('goes on with what was done before, also past what could not be taken back', () => {
    const first = { ...undo, words: ['two'] }
    const done = [
      { text: 'one is corrected.', undo },
      { text: 'it is skipped.', undo: null },
      { text: 'two is corrected.', undo: first },
    ]
    const told = (isDone: boolean): Event => ({ kind: 'undone', slug: 'one', text: 'told', isDone })
    for (const isDone of [true, false])
      expect(play({ ...list, done }, 'u', told(isDone), 'u').effect).toEqual({
        kind: 'undo',
        undo: first,
      })
  })

  it('of an edit brings the former values back, where a command can say them', () => {
    const changes = [
      { field: 'name', from: 'Old', to: 'New' },
      { field: 'audience_tags', from: ['b2b', 'consumer'], to: [] },
      { field: 'founder_name', from: null, to: 'Ada' },
    ]
    expect(actions['e']!.undo!(listing('one'), { changes })?.words).toEqual([
      'one',
      'name=Old',
      'audience_tags=b2b,consumer',
      'founder_name=',
    ])
    const unsayable = [{ field: 'agent_tools_used', from: ['a, b'], to: [] }]
    expect(actions['e']!.undo!(listing('one'), { changes: unsayable })).toBeNull()
  })
})

describe('what speaks against a submission', () => {
  const flags = [{ kind: 'model_instruction' as const, field: 'description', sentence: 'Look.' }]
  const flagged: DeskState = openedOn(listing('one'), { flags })

  it('stands in the question of its approval, which only y answers', () => {
    const asked = play(flagged, 'a').state
    expect(asked.mode).toMatchObject({
      kind: 'confirming',
      sentence: expect.stringContaining('Findings speak against it: speaks to models.'),
    })
    for (const key of ['enter', 'a']) {
      const { state, effect } = play(asked, key)
      expect(effect).toBeNull()
      expect(state.mode.kind).toBe('confirming')
      expect(state.message).toContain('y approves it all the same')
    }
    expect(play(asked, 'y').effect).toMatchObject({ kind: 'act', key: 'a' })
    expect(play(flagged, 'r').state.mode).toMatchObject({ kind: 'asking' })
  })

  it('is no such question for a hint', () => {
    const hint = { kind: 'email_elsewhere' as const, sentence: 'Elsewhere.' }
    const hinted = openedOn(listing('one'), { flags: [hint] })
    expect(play(hinted, 'a', 'a').effect).toMatchObject({ kind: 'act', key: 'a' })
  })

  it('of two that look like it equally the editor says which one the mail names', () => {
    const lookAlikes = ['two', 'far'].map((slug) => ({
      slug,
      text: `The ${slug} (https://directory.example/product/${slug})`,
      isNearest: true,
    }))
    const twins = openedOn(listing('one'), { lookAlikes })
    const asked = play(twins, 'r', '3').state
    expect(asked.mode).toMatchObject({ kind: 'which' })
    const yes = (...keys: string[]) => play(asked, ...keys).effect
    expect(yes('2', 'enter')).toMatchObject({ answers: [`It is there as ${lookAlikes[1]!.text}.`] })
    expect(yes('n', 'enter')).toMatchObject({ answers: ['It is there.'] })
    expect(play(asked, 'x').state.mode).toEqual({ kind: 'asking', key: 'r', answers: [] })
    // One reason more asks, too.
    const more = play(twins, 'r', '1', '3').state
    expect(more.mode).toMatchObject({ kind: 'which' })
    expect(play(more, '1', 'enter').effect).toMatchObject({
      answers: [`It advertises. It is there as ${lookAlikes[0]!.text}.`],
    })
  })
})

describe('a taking', () => {
  const taking = (editor: string) => ({ editor, taken_at: new Date('2026-05-15T11:50:00Z') })
  const by = (editor: string): DeskState => ({
    ...opened,
    takings: { two: taking(editor) },
    opened: { ...opened.opened!, taking: taking(editor) },
  })
  it('of one’s own says until when, and t releases it', () => {
    expect(screenOf(by('ada'))).toContain('Taken by you until 12:20 UTC.')
    expect(screenOf(by('bob'))).toContain('Taken by bob, ')
    expect(screenOf({ ...by('ada'), mode: { kind: 'list' } })).toContain('(you, ')
    const stepOf = (state: DeskState) => {
      const { key, answers } = play(state, 't').effect as Extract<Effect, { kind: 'act' }>
      return actions[key]!.step('one', answers, listing('one')).command
    }
    expect(stepOf(by('ada'))).toBe(release)
    expect(stepOf(opened)).toBe(take)
    expect(actions['t']!.undo!(listing('one'), { outcome: 'released' })?.command).toBe(take)
    expect(actions['t']!.undo!(listing('one'), { outcome: 'taken' })?.command).toBe(release)
  })

  it('of another that came meanwhile is asked about, and then known', () => {
    const act = play(opened, 't').effect as Extract<Effect, { kind: 'act' }>
    const asked = play(opened, { kind: 'held', effect: act, taking: taking('bob') })
    expect(asked).toMatchObject({
      effect: null,
      state: { mode: { sentence: 'Taken by bob. Go on all the same?' } },
    })
    expect(play(asked.state, 'enter')).toMatchObject({
      effect: { kind: 'act', key: 't' },
      state: { opened: { taking: { editor: 'bob' } } },
    })
  })
})

it('a tiny screen shows the name of a submission and all keys', () => {
  const lines = screenLines(opened, context, { width: 30, height: 10 }, now)
  expect(lines).toHaveLength(10)
  expect(lines).toContain('The one')
  expect(lines.join('\n')).toMatch(/a approve[\s\S]*\? help · q quit/)
})

describe('the fields of a submission', () => {
  const texts = { description: 'Answers\nletters.', tools: ['go', 'rust'], overview: null }
  const open = openedOn(listing('one', texts))
  const asked = play(open, 'e').state
  const keyOf = (name: string) =>
    menuOf(asked, questionOf(asked, { key: 'e', answers: [] }), context).find(
      ({ answers }) => answers[0] === name,
    )!.key

  it('stand in a menu with their values, and the new value starts from the old one', () => {
    const lines = screenLines(asked, context, { width: 80, height: 40 }, now)
    expect(lines.find((line) => /^. {2}description/.test(line))).toContain('Answers\\nletters.')
    expect(lines.find((line) => line.includes('tool_slugs'))).toContain('go, rust')
    const { state, effect } = play(asked, keyOf('description'))
    expect(effect).toMatchObject({ kind: 'type', initial: 'Answers\\nletters.' })
    const typed = reduce(state, { kind: 'typed', text: 'Answers\\nmail.' }, context)
    expect(typed.effect).toMatchObject({ kind: 'act', key: 'e' })
    const { answers } = typed.effect as Extract<Effect, { kind: 'act' }>
    expect(actions['e']!.step('one', answers, listing('one')).words).toEqual([
      'one',
      'description=Answers\nmail.',
    ])
  })

  it('all fit on a low screen', () => {
    const lines = screenOf(asked)
    for (const name of ['name', 'description', 'tool_slugs', 'supporting_links'])
      expect(lines).toContain(name)
  })

  it('nothing clears a field that may be empty, and changes no other', () => {
    const type = (name: string, text: string | null) =>
      reduce(play(asked, keyOf(name)).state, { kind: 'typed', text }, context)
    expect(type('overview', '').effect).toMatchObject({ answers: ['overview', ''] })
    expect(type('description', '').effect).toBeNull()
    expect(type('overview', null).effect).toBeNull()
  })

  it('of few words are shown with these, and a refused word is not kept', () => {
    const shown = (name: string, height: number) => {
      const { state } = play(asked, keyOf(name))
      const size = { width: 80, height }
      return screenOf(state, size, { ...context, isTyping: true })
    }
    expect(shown('topics', 24)).toContain('\nIt takes coding-agents, telephony, voice-agents\n')
    expect(shown('audience_tags', 24)).toContain('It takes for-developers, ')
    expect(shown('description', 24)).not.toContain('It takes')
    expect(shown('topics', 4)).toContain('... more in content/topics.yaml')
    const refused = play(open, taken({ isDone: false, unsaved: ['topics', 'telephon'] })).state
    expect(refused.unsaved).toBeNull()
  })

  it('a refused value is where the next try starts', () => {
    const refused = play(open, taken({ isDone: false, unsaved: ['url', 'x y'] })).state
    const again = { ...open, unsaved: refused.unsaved }
    expect(play(again, 'e', keyOf('url')).effect).toMatchObject({ initial: 'x y' })
    expect(play(again, 'e', keyOf('description')).effect).toMatchObject({
      initial: 'Answers\\nletters.',
    })
  })
})

it('o opens the address of a submission, and shows it where no browser opens', () => {
  const url = 'https://one.example/start'
  const open = openedOn(listing('one', { url }))
  expect(play(open, 'o').effect).toEqual({ kind: 'browse', url })
  const browsed = (isOpened: boolean) =>
    play(open, { kind: 'browsed', url, isOpened }).state.message
  expect(browsed(true)).toBeNull()
  expect(browsed(false)).toContain(url)
})

it('an empty filter says so', () => {
  const empty = { ...list, queue: [], narrowed: { state: 'revised' as const } }
  expect(screenOf(empty)).toContain('No submission matches this filter.')
})

describe('the screen', () => {
  const at = (state: DeskState, width = 80, height = 24) =>
    screenLines(state, context, { width, height }, now)

  it('fits 80 columns and 24 lines, whatever is on it', () => {
    const long = listing('one', {
      description: '手紙 '.repeat(900),
      name: `\u001b[2J${'x'.repeat(90)}`,
    })
    const states: DeskState[] = [
      { ...list, queue: Array.from({ length: 90 }, (_, index) => row(`row-${index}`)), at: 70 },
      openedOn(long),
      {
        ...opened,
        opened: inspected(long),
        scroll: 9999,
      },
      { ...play(opened, 'r').state, message: 'x '.repeat(50) },
      play(opened, 'r', '1', '2', '3').state,
      play(opened, 'c').state,
      play(list, 'f').state,
      {
        ...list,
        done: Array.from({ length: 9 }, () => ({ text: 'done '.repeat(40), undo: null })),
      },
      play(list, '?').state,
    ]
    for (const state of states) {
      const lines = at(state)
      expect(lines.length).toBeLessThanOrEqual(24)
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
      expect(lines.join('\n')).not.toContain('\u001b')
    }
  })

  it('calls a state by one word in the list and in the filter', () => {
    const waits = { ...list, queue: [{ ...row('one'), state: 'revision_asked' as const }] }
    expect(at(waits).join('\n')).toContain('with owner')
    expect(at(play(waits, 'f').state).join('\n')).toContain('with owner')
    const narrowed = { ...waits, narrowed: { state: 'claim_returned' as const } }
    expect(at(narrowed)[0]).toMatch(/ · 1 shown: claim back$/)
  })

  it('marks a row, shows what was done and names the keys', () => {
    const lines = at({ ...list, at: 1, done: [{ text: 'zero is approved.', undo: null }] })
    expect(lines[0]).toBe('Desk · 3 to decide · 2 with owner')
    expect(lines[1]).toBe('Done: zero is approved.')
    expect(lines.find((line) => line.startsWith('>'))).toMatch(/^> 3 d +new +- +The two +two$/)
    expect(lines.join('\n')).toContain('Enter open')
    const proposal = openedOn(proposed)
    for (const [key, { label, on }] of Object.entries(actions)) {
      const screens = { submission: at(opened).join('\n'), proposal: at(proposal).join('\n') }
      for (const [subject, screen] of Object.entries(screens))
        expect(screen.includes(`${key} ${label}`)).toBe(on.some((one) => one === subject))
    }
  })

  it('says how many rows of a long list are not on the screen', () => {
    const queue = Array.from({ length: 40 }, (_, index) => row(`row-${index}`))
    const shown = (at_: number, height: number) => at({ ...list, queue, at: at_ }, 80, height)
    const rows = (lines: string[]) => lines.filter((line) => line.includes('The row-')).length
    const begin = shown(0, 24)
    expect(begin.join('\n')).toContain(`... ${40 - rows(begin)} more below\n`)
    const end = shown(39, 24)
    expect(end.join('\n')).toContain(`... ${40 - rows(end)} more above, the end\n`)
    const fits = shown(0, 99)
    expect(rows(fits)).toBe(40)
    expect(shown(0, fits.length)).toEqual(fits)
    expect(fits.join('\n')).not.toContain('...')
  })

  it('marks rows behind their names, and says what a mark means where one is', () => {
    const marks = { two: '=' } as const
    const lines = at({ ...list, marks })
    expect(lines.find((line) => line.includes('The two'))).toMatch(/^ {2}3 d .*The two += +two$/)
    expect(lines).toContain('= looks like another')
    expect(at(list).join('\n')).not.toContain('looks like another')
    const queue = Array.from({ length: 40 }, (_, index) => row(`row-${index}`))
    const long = at({ ...list, queue, marks: { 'row-1': '!', 'row-39': '=' } })
    expect(long.join('\n')).toContain(
      ' more below · ! doubtful name or letters · = looks like another\n',
    )
    expect(long).toHaveLength(24)
  })

  it('lets the words of the guide give way to a submission that is long', () => {
    const guide = { support: 'Answer people '.repeat(7).trim() }
    const open = { ...unchecked, listing: listing('one', { agent_use_case: 'support' }) }
    const shown = (height: number) =>
      screenLines({ ...opened, opened: open }, { ...context, guide }, { width: 80, height }, now)
    const whole = shown(24)
    expect(whole.join('\n')).toContain('support (Answer people')
    expect(shown(whole.length - 1).join('\n')).not.toContain('Answer people')
    expect(shown(whole.length - 1).join('\n')).toMatch(/agent_use_case +support$/m)
  })

  it('says once in its head that the machine reaches no site, and lists no link then', () => {
    const lines = at({ ...opened, opened: unchecked })
    const said = lines.filter((line) => line.includes('This machine reaches no site now'))
    expect(said).toEqual(['1 of 3, 3 d old, new · This machine reaches no site now'])
    expect(lines.filter((line) => line.startsWith('links'))).toEqual([])
  })

  it('keeps what was done on one line, and counts one line as one', () => {
    const done = [
      { text: 'long '.repeat(60), undo: null },
      { text: 'before', undo: null },
    ]
    const lines = at({ ...list, done })
    expect(lines.filter((line) => line.includes('long'))).toHaveLength(1)
    expect(lines.join('\n')).not.toContain('before')
    const heights = Array.from({ length: 16 }, (_, index) =>
      at(play(opened, 'down').state, 80, 8 + index).join('\n'),
    )
    expect(heights.some((screen) => screen.includes('1 line above: b'))).toBe(true)
    expect(heights.some((screen) => screen.includes('1 lines'))).toBe(false)
  })

  it('shows a long submission page by page', () => {
    const long = listing('one', {
      description: Array.from({ length: 60 }, (_, i) => `line ${i}`).join('\n'),
    })
    const state = openedOn(long)
    expect(at(state).join('\n')).toMatch(/^\.\.\. \d+ lines below: space$/m)
    expect(at(state).join('\n')).not.toContain('line 59')
    const end = play(state, ...Array.from({ length: 9 }, () => 'space')).state
    expect(at(end).join('\n')).toContain('line 59')
    expect(at(end).join('\n')).toMatch(/^\.\.\. \d+ lines above: b, the end$/m)
    // One that fits is not paged, and no row of the screen is left empty before.
    const size = (height: number) => at(opened, 80, height)
    const fits = size(24).length
    expect(size(fits)).toEqual(size(24))
    expect(size(fits - 1).join('\n')).toContain('lines below: space')
    expect(size(fits - 1)).toHaveLength(fits - 1)
  })

  it('makes room for a text that is typed: the menu goes, and all of the question stays', () => {
    const asking = play(opened, 'r').state
    const size = { width: 80, height: 12 }
    const typing = screenLines(asking, { ...context, isTyping: true }, size, now)
    expect(typing.join('\n')).toContain('The one')
    expect(typing.join('\n')).not.toContain('Advertising')
    const small = screenLines(asking, context, { width: 80, height: 7 }, now)
    expect(small).toHaveLength(7)
    expect(small.join('\n')).toMatch(/1 {2}Advertising[\s\S]*o {2}in words of your own/)
  })

  it('has the whole text of a mail before it is sent', () => {
    const text = 'word '.repeat(100).trim()
    const asked = play(opened, 'r', 'o', { kind: 'typed', text }).state
    expect(at(asked).join(' ').match(/word/g)).toHaveLength(100)
    expect(at(asked).join('\n')).toContain('e: change the text')
  })
})
