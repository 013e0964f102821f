import { expect, it } from 'vitest'
import { licenceInShort, wholeLicence } from './licence-words.ts'

const of = (licence: string | null, description = '', public_note: string | null = null) => ({
  proof: { licence },
  description,
  trust: { public_note },
})

it.each([
  ['MIT', 'MIT', 'MIT'],
  ['MIT OR Apache-2.0', 'MIT OR Apache-2.0', 'MIT OR Apache-2.0'],
  ['MIT AND LicenseRef-Onyx-EE', 'MIT AND Onyx EE licence', 'mostly MIT'],
  ['LicenseRef-Q-Open-Source-License', 'Q Open Source License', 'Q Open Source License'],
  ['Elastic-2.0', 'Elastic-2.0', 'Elastic-2.0'],
  ['MIT OR Elastic-2.0', 'MIT OR Elastic-2.0', 'MIT'],
  ['MIT with Commons Clause', 'MIT with Commons Clause', 'MIT with Commons Clause'],
  [
    'LicenseRef-A-Source-Available-1.0',
    'A Source Available-1.0 licence',
    'A Source Available-1.0 licence',
  ],
  [
    'Sustainable Use License AND n8n Enterprise License',
    'Sustainable Use License AND n8n Enterprise License',
    'mostly Sustainable Use License',
  ],
])('the licence %s is said as %s, in a list as %s', (licence, said, short) => {
  expect(wholeLicence(of(licence))).toBe(said)
  expect(licenceInShort(of(licence))).toBe(short)
})

it('a licence that nobody named is said only where a text says that the product is closed', () => {
  for (const words of [wholeLicence, licenceInShort]) {
    expect(words(of(null, 'A closed service.'))).toBe('Not open source')
    expect(words(of(null, 'A service.', 'Its source is closed.'))).toBe('Not open source')
    expect(words(of(null, 'A service.'))).toBeUndefined()
  }
})
