import { describe, expect, it } from 'vitest'
import { lineOf, requirementIn, supportOf } from './requirement.ts'

const npm = 'pkg:npm/a'
const pypi = 'pkg:pypi/a'
const docker = 'pkg:docker/a'

it.each([
  [npm, '14.2.3', 'exact 14'],
  [npm, '5.0.0-beta.25', 'exact 5'],
  [npm, '^15.1.0', 'range 15'],
  [npm, '^20.19.0 || ^22.12.0', 'range null'],
  [npm, '^4.85.1 || >=5', 'floor null'],
  [npm, 'canary', 'tag null'],
  [npm, '^ (', 'none null'],
  [pypi, '== 2.9.9.post1', 'exact 2'],
  [pypi, '==1.59.*', 'range 1'],
  [pypi, '~=2.2', 'range 2'],
  [pypi, '~=2.2.1', 'range 2'],
  [pypi, '>=3.9', 'floor null'],
  [pypi, '>=5.2,!=5.2.1,<6', 'range 5'],
  [pypi, '!=3.12.0', 'none null'],
  [pypi, '^2.1.0', 'range 2'],
  [docker, '16-alpine', 'tag 16'],
  [docker, '3.13-slim-trixie', 'tag 3'],
  [docker, 'RELEASE.2025-03-12T18-04-18Z', 'tag null'],
  [docker, '20250312', 'tag null'],
  ['pkg:golang/a/b', 'v1.2.0', 'exact 1'],
  ['pkg:golang/a/b', 'v28.3.3+incompatible', 'exact 28'],
  ['pkg:gem/a', '~> 7.1', 'range 7'],
  ['pkg:gem/a', '~> 7.3, >= 7.3.1', 'range 7'],
  ['pkg:cargo/a', '1.4', 'range 1'],
  ['pkg:composer/a/b', '~8.1', 'range 8'],
  ['pkg:composer/a/b', '^7|^8', 'range null'],
  ['pkg:maven/a/b', '2.0.0.Final', 'exact 2'],
])('%s %s is %s', (named, raw, expected) => {
  const { kind, major } = requirementIn(raw, { package: named })
  expect(`${kind} ${major}`).toBe(expected)
})

it.each([
  ['package.json', '20', 'range 20'],
  ['.ruby-version', '3.4.4', 'exact 3'],
  ['api/pyproject.toml', '>=3.9,<3.13', 'range 3'],
  ['go.mod', '1.24', 'floor null'],
])('a line of %s without a package that asks for %s is %s', (path, raw, expected) => {
  const { kind, major } = requirementIn(raw, { package: null, path })
  expect(`${kind} ${major}`).toBe(expected)
})

describe('support', () => {
  const cycle = (line: string, ends: string | null) => {
    const source = `https://a.example/${line}`
    // A day of content/, or one of its words.
    return { line, released: null, ends: ends as 'past', source, read: '2026-01-01' }
  }
  const majors = [
    cycle('17', 'past'),
    cycle('18', '2025-04-30'),
    cycle('20', '2026-04-30'),
    cycle('21', 'unknown'),
    cycle('22', null),
  ]
  const minors = [
    cycle('7.1', '2025-10-01'),
    cycle('7.2', '2025-11-01'),
    cycle('8.0', '2026-11-07'),
    cycle('8.10', null),
  ]
  const said = (raw: string, cycles: typeof majors, named = npm, day = '2025-01-01') => {
    const support = supportOf(raw, { package: named }, { main: [npm, docker], cycles }, day)
    return support && `${support.state} ${support.ends} ${support.source.slice(-3)}`
  }

  it.each([
    ['^18.1', majors, 'ended 2025-04-30 /18'],
    ['17.x', majors, 'ended null /17'],
    ['^20', majors, 'supported 2026-04-30 /20'],
    ['^22', majors, 'supported null /22'],
    ['>=18', majors, null],
    ['>=18 <20', majors, null],
    ['7.1.3', minors, 'ended 2025-10-01 7.1'],
    ['^7.1', minors, 'ended 2025-11-01 7.2'],
    ['^8.0', minors, 'supported null .10'],
    ['8.1.0', minors, null],
  ])('%s of %j is %s', (raw, cycles, expected) => {
    expect(said(raw, cycles)).toBe(expected)
  })

  it('is said of the packages that are the tool', () => {
    expect(said('18-alpine', majors, docker)).toBe('ended 2025-04-30 /18')
    expect(said('18', majors, pypi)).toBeNull()
  })

  it.each([
    ['^18.1', majors, '18'],
    ['7.1.3', minors, '7.1'],
    ['^7.1', minors, '7'],
    ['4.0.0', minors, '4'],
    ['>=18', majors, null],
  ])('%s of %j is of the line %s', (raw, cycles, expected) => {
    expect(lineOf(raw, { package: npm }, { main: [npm], cycles })).toBe(expected)
    expect(lineOf(raw, { package: pypi }, { main: [npm], cycles })).toBeNull()
  })

  it('ends after its last day; of two lines of which one ended nothing is said', () => {
    expect(said('^20', majors, npm, '2026-04-30')).toMatch(/^supported/)
    expect(said('^20', majors, npm, '2026-05-01')).toMatch(/^ended/)
    expect(said('^8.0', minors, npm, '2026-11-08')).toBeNull()
  })
})
