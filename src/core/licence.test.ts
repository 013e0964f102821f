import { expect, it } from 'vitest'
import { hasLicence, licenceKind, licenceTerms, publishedLicence } from './licence.ts'

it.each([
  ['AGPL-3.0', 'open_source'],
  ['AGPL-3.0-only', 'open_source'],
  ['MIT OR LicenseRef-Other', 'open_source'],
  ['MIT AND LicenseRef-Enterprise', 'not_open_source'],
  ['MIT AND AGPL-3.0-only', 'open_source'],
  ['MIT AND CC-BY-4.0', 'open_source'],
  ['LicenseRef-Enterprise AND MIT', 'not_open_source'],
  ['Elastic-2.0', 'not_open_source'],
  ['MIT with Commons Clause', 'not_open_source'],
  ['FSL-1.1-MIT', 'not_open_source'],
  [null, undefined],
])('the licence %j is %j', (licence, kind) => {
  expect(licenceKind({ licence, description: 'Answers letters.' })).toBe(kind)
})

it.each([
  ['MIT', ['mit', 'open-source', 'permissive']],
  ['AGPL-3.0-or-later AND MIT', ['agpl-3.0', 'mit', 'open-source']],
  ['MIT AND LicenseRef-Enterprise', ['mit']],
  ['MIT with Commons Clause', ['mit with commons clause']],
  ['PolyForm-Shield-1.0.0 AND MIT', ['polyform-shield-1.0.0']],
  ['GPL-2.0 WITH Classpath-exception-2.0', ['gpl-2.0', 'open-source']],
  ['Elastic-2.0 OR Apache-2.0', ['elastic-2.0', 'apache-2.0', 'open-source', 'permissive']],
])('filters find the licence %j by %j', (licence, terms) => {
  expect(licenceTerms(licence)).toEqual(terms)
})

it('a listing is not open source when it says so itself and no proof says more', () => {
  for (const said of ['Closed', 'Proprietary', 'Source-available']) {
    const description = `${said} platform for letters.`
    expect(licenceKind({ licence: null, description })).toBe('not_open_source')
    expect(licenceKind({ licence: 'MIT', description })).toBe('open_source')
  }
})

it.each([
  ['MIT', null, 'MIT'],
  ['AGPL-3.0', 'AGPL-3.0-or-later AND GPL-3.0-or-later', 'AGPL-3.0-or-later AND GPL-3.0-or-later'],
  ['MIT', 'MIT AND LicenseRef-Enterprise', 'MIT AND LicenseRef-Enterprise'],
  ['Apache-2.0', 'Apache-2.0 with an attribution requirement', 'Apache-2.0'],
  ['MIT', 'MIT with Commons Clause', 'MIT with Commons Clause'],
  ['MIT', 'FSL-1.1-MIT', 'FSL-1.1-MIT'],
  [
    'Apache-2.0',
    'Own licence (Apache 2.0 with conditions) AND Apache-2.0',
    'Own licence (Apache 2.0 with conditions) AND Apache-2.0',
  ],
  [null, 'Apache-2.0', 'Apache-2.0'],
  [null, 'Apache-2.0 AND CC-BY-4.0', 'Apache-2.0 AND CC-BY-4.0'],
  [
    null,
    'Sustainable Use License AND Enterprise License',
    'Sustainable Use License AND Enterprise License',
  ],
  [null, null, null],
])(
  'of %j, found by a program, and %j, read by an editor, %j is published',
  (found, read, published) => {
    expect(publishedLicence(found, read)).toBe(published)
  },
)

it('an expression has each of its parts, whatever follows the version', () => {
  const expression = 'AGPL-3.0-or-later AND LicenseRef-Enterprise'
  expect(hasLicence(expression, 'AGPL-3.0')).toBe(true)
  expect(hasLicence(expression, 'LicenseRef-Enterprise')).toBe(true)
  expect(hasLicence(expression, 'GPL-3.0')).toBe(false)
})
