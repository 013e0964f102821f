import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments.ts'
import { feature, tier } from './attributes.ts'
import { claim } from './claim.ts'
import { edit } from './edit.ts'
import { queue } from './queue.ts'
import { rebuild } from './rebuild.ts'
import { history } from './reports.ts'
import { approve, withdraw } from './steps.ts'
import { weekly } from './weekly.ts'

const commands = { approve, claim, edit, feature, history, queue, rebuild, tier, weekly, withdraw }
const read = (...argv: string[]) => readArguments(argv, commands)

describe('the arguments of a command', () => {
  it.each([
    { argv: ['--loud'], says: 'The desk has no option --loud.' },
    { argv: ['--yes'], says: 'The desk has no option --yes.' },
    { argv: ['juggle'], says: 'There is no command "juggle".' },
    { argv: ['constructor'], says: 'There is no command "constructor".' },
    { argv: ['approve'], says: 'Name the slug.' },
    { argv: ['claim', 'a', 'verified', 'b'], says: 'claim takes no "b".' },
    { argv: ['history', 'a', 'b'], says: 'history takes no "b".' },
    { argv: ['history', '--limit', '0'], says: '--limit is a whole number from 1 on, not "0".' },
    {
      argv: ['feature', 'a', '--rank', '1.5'],
      says: '--rank is a whole number from 0 on, not "1.5".',
    },
    {
      argv: ['feature', 'a', '--rank', '1', '--off'],
      says: '--off and --rank exclude one another.',
    },
    { argv: ['tier', 'a', 'gold'], says: 'The tier is one of free, paid_fast_track.' },
    {
      argv: ['queue', '--state', 'odd'],
      says: '--state is one of new, revised, restored, claim_returned, revision_asked, proposed, stale, claim_undecided, reported.',
    },
    { argv: ['queue', '--state'], says: '--state needs a value.' },
    { argv: ['rebuild', '--state', 'x'], says: 'rebuild takes no "x".' },
    { argv: ['weekly'], says: 'Name the number.' },
    { argv: ['weekly', '01'], says: 'Name the issue by its number, not "01".' },
    { argv: ['weekly', '2', '--draft'], says: '--draft takes no "2".' },
    { argv: ['queue', 'extra', 'args'], says: 'queue takes no "extra".' },
    { argv: ['approve', 'a', '--reason', 'x'], says: 'approve has no option --reason.' },
    { argv: ['queue', '--loud'], says: 'queue has no option --loud.' },
    { argv: ['queue', '-x'], says: 'queue has no option -x.' },
    { argv: ['queue', '--yes'], says: 'queue has no option --yes.' },
    { argv: ['approve', 'a', '--as'], says: '--as needs a value.' },
    { argv: ['approve', 'a', '--yes=no'], says: '--yes takes no value.' },
    { argv: ['withdraw', 'a'], says: 'Give the submitter a reason: --reason "…"' },
    {
      argv: ['withdraw', 'a', '--reason', ' \u200b '],
      says: 'Give the submitter a reason: --reason "…"',
    },
    {
      argv: ['claim', 'a', 'great'],
      says: 'Say how the review stands: submitted, verified, not_verified, needs_revision',
    },
    {
      argv: ['claim', 'a', 'verified'],
      says: 'Say what was looked at and what it shows: --evidence "…"',
    },
    { argv: ['edit', 'a'], says: 'Name the field=value.' },
    { argv: ['edit', 'a', 'name'], says: '"name" is not field=value.' },
    {
      argv: ['claim', 'a', 'needs_revision'],
      says: 'Say what is to be mended: --notes "…"',
    },
    {
      argv: ['approve', 'a', '--claim', 'not_verified'],
      says: 'Say why it is not verified: --notes "…"',
    },
    { argv: ['approve', 'a', '--notes', 'x'], says: '--evidence and --notes go with --claim.' },
  ])('$argv is refused: $says', ({ argv, says }) => {
    expect(read(...argv)).toMatchObject({ kind: 'misuse', sentence: says, isJson: false })
  })

  it('are told in JSON to whoever asked for JSON', () => {
    expect(read('approve', '--json')).toMatchObject({ kind: 'misuse', isJson: true })
  })

  it('are handed on when they fit', () => {
    expect(read('edit', 'a', 'name=B', 'url=https://b.example', '--yes', '--as', 'ada')).toEqual({
      kind: 'run',
      command: edit,
      words: ['a', 'name=B', 'url=https://b.example'],
      values: { yes: true, as: 'ada' },
    })
    expect(read('approve', 'a', 'b', '--env', 'production.env')).toEqual({
      kind: 'run',
      command: approve,
      words: ['a', 'b'],
      values: { env: 'production.env' },
    })
  })

  it('the same word is what each command means by it', () => {
    expect(read('queue', '--state', 'new')).toMatchObject({ values: { state: 'new' }, words: [] })
    expect(read('rebuild', '--state')).toMatchObject({ values: { built: true }, words: [] })
  })

  it('none at all are the desk, which has no JSON', () => {
    expect(read('--as', 'ada', '--env', 'x')).toMatchObject({
      kind: 'desk',
      values: { as: 'ada', env: 'x' },
    })
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
