import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments.ts'
import { approve } from '#desk/approve.ts'
import { feature, tier } from '#desk/attributes.ts'
import { claim } from '#desk/claim.ts'
import { edit } from '#desk/edit.ts'
import { queue } from '#desk/queue.ts'
import { rebuild } from '#desk/rebuild.ts'
import { history } from '#desk/history.ts'
import { withdraw } from '#desk/steps.ts'
import { weekly } from '#desk/weekly.ts'

const commands = { approve, claim, edit, feature, history, queue, rebuild, tier, weekly, withdraw }
const read = (...argv: string[]) => readArguments(argv, commands)

describe('the arguments of a command', () => {
  it.each([
    [['--yes'], 'Name a command.'],
    [['--as', 'ada'], 'Name a command.'],
    [['juggle'], 'There is no command "juggle".'],
    [['constructor'], 'There is no command "constructor".'],
    [['approve'], 'Name the slug.'],
    [['claim', 'a', 'verified', 'b'], 'claim takes no "b".'],
    [['history', 'a', 'b'], 'history takes no "b".'],
    [
      ['history', '--since', 'yesterday'],
      '--since is a day or a time, such as 2026-12-24 or 2026-12-24T18:00Z, not "yesterday".',
    ],
    [['history', '--limit', '0'], '--limit is a whole number from 1 on, not "0".'],
    [['feature', 'a', '--rank', '1.5'], '--rank is a whole number from 0 on, not "1.5".'],
    [['feature', 'a', '--rank', '1', '--off'], '--off and --rank exclude one another.'],
    [['tier', 'a', 'gold'], 'The tier is one of free, paid_fast_track.'],
    [
      ['queue', '--state', 'odd'],
      '--state is one of new, revised, restored, claim_returned, revision_asked, proposed, stale, claim_undecided, reported.',
    ],
    [['queue', '--state'], '--state needs a value.'],
    [['rebuild', '--state', 'x'], 'rebuild takes no "x".'],
    [['weekly', '2'], 'weekly takes no "2".'],
    [['queue', 'extra', 'args'], 'queue takes no "extra".'],
    [['approve', 'a', '--reason', 'x'], 'approve has no option --reason.'],
    [['queue', '--loud'], 'queue has no option --loud.'],
    [['queue', '-x'], 'queue has no option -x.'],
    [['queue', '--yes'], 'queue has no option --yes.'],
    [['approve', 'a', '--as'], '--as needs a value.'],
    [['approve', 'a', '--yes=no'], '--yes takes no value.'],
    [['withdraw', 'a'], 'Give the submitter a reason: --reason "…"'],
    [['withdraw', 'a', '--reason', ' \u200b '], 'Give the submitter a reason: --reason "…"'],
    [
      ['claim', 'a', 'great'],
      'Say how the review stands: submitted, verified, not_verified, needs_revision',
    ],
    [['claim', 'a', 'verified'], 'Say what was looked at and what it shows: --evidence "…"'],
    [['edit', 'a'], 'Name the field=value.'],
    [['edit', 'a', 'name'], '"name" is not field=value.'],
    [['claim', 'a', 'needs_revision'], 'Say what is to be mended: --notes "…"'],
    [['approve', 'a', '--claim', 'not_verified'], 'Say why it is not verified: --notes "…"'],
    [
      ['approve', 'a', '--notes', 'x'],
      'Evidence and notes go with a decision on the claim: --claim "…"',
    ],
  ])('%j is refused: %s', (argv, says) => {
    expect(read(...argv)).toMatchObject({ kind: 'misuse', sentence: says, isJson: false })
  })

  it('are told in JSON to whoever asked for JSON', () => {
    expect(read('approve', '--json')).toMatchObject({ kind: 'misuse', isJson: true })
  })

  it('are handed on when they fit', () => {
    expect(read('edit', 'a', 'name=B', 'url=https://b.example', '--yes', '--as', 'ada')).toEqual({
      kind: 'run',
      name: 'edit',
      command: edit,
      words: ['a', 'name=B', 'url=https://b.example'],
      values: { yes: true, as: 'ada' },
    })
    expect(read('approve', 'a', 'b', '--env', 'production.env')).toEqual({
      kind: 'run',
      name: 'approve',
      command: approve,
      words: ['a', 'b'],
      values: { env: 'production.env' },
    })
  })

  it('the same word is what each command means by it', () => {
    expect(read('queue', '--state', 'new')).toMatchObject({ values: { state: 'new' }, words: [] })
    expect(read('rebuild', '--state')).toMatchObject({ values: { built: true }, words: [] })
  })

  it('none at all ask which commands there are', () => {
    expect(read()).toEqual(read('--help'))
    expect(read('--json')).toMatchObject({ kind: 'misuse', isJson: true })
  })

  it('--help says what a command takes, or which there are', () => {
    expect(read('withdraw', '--help')).toMatchObject({
      kind: 'help',
      text: expect.stringMatching(
        /^npm run editor -- withdraw <slug> …\n[^]*--reason[^]*--env[^]*\nExit codes: 0 done/,
      ),
    })
    expect(read('--help')).toMatchObject({
      kind: 'help',
      text: expect.stringContaining('  edit <slug> <field=value> …\n'),
    })
  })
})
