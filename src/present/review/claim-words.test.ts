import { expect, it } from 'vitest'
import { claimedSentence, lapseDay, wayWords } from './claim-words.ts'

it('a file or record has its place and its content apart', () => {
  const content = '{"claim":"abc"}'
  expect(wayWords({ way: 'website', where: 'https://a.example/x.json', content })).toMatchObject({
    place: 'https://a.example/x.json',
    content,
  })
})

it('says until which day a proof has to be back', () => {
  expect(lapseDay(new Date('2026-11-01T00:00:00Z'), 30)).toBe('1 December 2026')
})

it('a claimed listing says where its proof was shown, at which commit and when', () => {
  const claimed = { where: 'https://acme.example/', on: '2026-11-26' }
  expect(claimedSentence({ ...claimed, way: 'repository', commit: '1d2f3a4b5c6d7e8f9011' })).toBe(
    'Claimed by its owner, shown in its repository at commit 1d2f3a4b5c6d on 26 November 2026.',
  )
  expect(claimedSentence({ ...claimed, way: 'dns', commit: null })).toBe(
    'Claimed by its owner, shown in its DNS on 26 November 2026.',
  )
  expect(claimedSentence(null)).toBeUndefined()
})
