import path from 'node:path'
import { analyse } from 'scslre'
import { describe, expect, it } from 'vitest'
import { attacksOn } from './attack-texts.ts'
import { growthBeyondLinear } from './growth.ts'
import { type Expression, regularExpressions } from './regular-expressions.ts'

/**
 * Expressions, or all expressions of a file, that need not be linear, with the reason: their text is
 * short, or no stranger writes it. Rewrite an expression rather than adding it here.
 */
const exceptions: readonly { place: string; source?: string; because: string }[] = [
  { place: 'src/config.ts', because: 'settings of the operator' },
  { place: 'src/content-files/check-file.ts', because: 'files of content/, which editors write' },
  { place: 'src/content-files/listing-stamps.ts', because: 'files of content/, as above' },
  { place: 'src/db/embedded/backend-sessions.ts', because: 'SQL of this code' },
  { place: 'src/exports/example-request.ts', because: 'examples of the contract' },
  { place: 'src/exports/structured-data.ts', because: 'addresses of our own files' },
  {
    place: 'src/core/wanted-type.ts',
    because: 'a header, in which no line ends: its last part fits whatever follows',
  },
  {
    place: 'src/hosting/picture-worker.ts',
    because: 'a picture that we write, with at most 400 characters of owners',
  },
  { place: 'src/integration/handler-at.ts', because: 'patterns of our own routes' },
  { place: 'src/mail/compile.ts', because: 'our own templates, when they are compiled' },
  { place: 'src/mail/compose.ts', because: 'our own templates, before any value is put in' },
  { place: 'src/mail/transport.ts', because: 'the sender, a setting of the operator' },
  {
    place: 'src/proof/repositories/repository-read.ts',
    because: 'the first 20,000 characters of a licence, at most 900 beginnings',
  },
]

/** Quadratic work on this many characters takes a quarter of a second, and linear work takes no time. */
const mostCharacters = 16 * 1024

const expressions = regularExpressions(path.resolve(import.meta.dirname, '../..'))

const excepts = (one: (typeof exceptions)[number], { place, source }: Expression) =>
  one.place === place && (one.source === undefined || one.source === source)

/**
 * A text that takes an expression more than linear time, or undefined. scslre finds repetitions of one
 * character by analysis; repetitions of several, such as `<!--`, are measured. recheck finds both, but
 * takes two minutes for all expressions and gives up on some.
 */
function beyondLinear({ source, flags }: Expression): string | undefined {
  const [report] = analyse({ source, flags }).reports
  if (report) return `scslre: ${report.type} of ${report.character.literal.source.slice(0, 40)}`
  for (const { before, unit, after } of attacksOn(source, flags)) {
    const textOf = (size: number) => before + unit.repeat(Math.ceil(size / unit.length)) + after
    const pattern = new RegExp(source, flags)
    const growth = growthBeyondLinear(textOf, (text) => text.replace(pattern, ''), mostCharacters)
    if (growth) return `${JSON.stringify({ before, unit, after })}: ${growth}`
  }
  return undefined
}

/** A busy machine may need a retry: an expression that is really slow fails each time. */
const busy = { retry: 2, timeout: 60_000 }

describe('regular expressions', () => {
  it('each is linear in its text, or is an exception with a reason', busy, () => {
    const checked = expressions.filter((each) => !exceptions.some((one) => excepts(one, each)))
    const distinct = new Map(checked.map((each) => [`/${each.source}/${each.flags}`, each]))
    const found = [...distinct].flatMap(([literal, each]) => {
      const growth = beyondLinear(each)
      return growth === undefined ? [] : [`${each.place}: ${literal} ${growth}`]
    })
    expect(found).toEqual([])
  })

  it('every exception belongs to an expression', () => {
    const stale = exceptions.filter((one) => !expressions.some((each) => excepts(one, each)))
    expect(stale).toEqual([])
  })

  it.each([
    ['rows of blanks', '^\\s*\\[+\\s*([^\\]]+?)\\s*\\]+\\s*$', ''],
    ['a row at the end', '[;&|]+$', ''],
    ['marks that nothing ends', '<!--[^]*?-->', 'g'],
    ['a comment after a comment', '(?:^|\\s)#.*$', ''],
    ['a repetition of a repetition', '^(?:a+)+$', ''],
  ])('the check finds an expression that is slow for %s', busy, (_, source, flags) => {
    expect(beyondLinear({ place: '', source, flags })).toEqual(expect.any(String))
  })
})
