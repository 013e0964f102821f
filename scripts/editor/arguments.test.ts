import { describe, expect, it } from 'vitest'
import { approve } from './approve.ts'
import { readArguments } from './arguments.ts'
import { claim } from './claim.ts'
import { edit } from './edit.ts'
import { queue } from './queue.ts'
import { rebuild } from './rebuild.ts'
import { fieldLines, onOneLine } from './show.ts'
import { withdraw } from './withdraw.ts'

const commands = { approve, claim, edit, queue, rebuild, withdraw }
const read = (...argv: string[]) => readArguments(argv, commands)

describe('the arguments of a command', () => {
  it.each([
    { argv: [], says: 'Name a command.' },
    { argv: ['juggle'], says: 'There is no command "juggle".' },
    { argv: ['constructor'], says: 'There is no command "constructor".' },
    { argv: ['approve'], says: 'Name the slug.' },
    { argv: ['approve', 'a', 'b', '--yes'], says: 'approve takes no "b".' },
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
  })

  it('--help says what a command takes, or which there are', () => {
    expect(read('withdraw', '--help')).toMatchObject({
      kind: 'help',
      text: expect.stringMatching(/^npm run editor -- withdraw <slug>\n[^]*--reason/),
    })
    expect(read('--help')).toMatchObject({
      kind: 'help',
      text: expect.stringContaining('npm run editor -- edit <slug> <field=value> …'),
    })
  })
})

describe('what owners write', () => {
  it.each(['\n', '\r\n', '\r', '\u2028', '\u0085'])(
    'never looks like a field of its own behind %j',
    (lineBreak) => {
      const text = fieldLines({
        workflow_summary: `Reads.${lineBreak}status                   approved`,
        status: 'pending',
      })
      expect(text.split('\n').filter((line) => line.startsWith('status'))).toEqual([
        'status                   pending',
      ])
      expect(text).toContain('| status                   approved')
    },
  )

  it('gives a terminal nothing to obey', () => {
    expect(onOneLine('a\u001b[2Jb\u202ec\nd')).toBe('a\\u001b[2Jb\\u202ec d')
    expect(fieldLines({ name: '\u001b[1A' })).toBe('name                     \\u001b[1A')
  })
})
