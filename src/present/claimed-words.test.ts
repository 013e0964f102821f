import { expect, it } from 'vitest'
import { claimedSentence } from './claimed-words.ts'

const commit = '1d2f3a4b5c6d7e8f90112233445566778899aabb'
const on = '2026-11-26'
const where = 'https://acme.example/'

it('a claim says where its proof was shown, when, and at which commit', () => {
  expect(claimedSentence({ way: 'repository', where, commit, on })).toBe(
    'Claimed by its owner, shown in its repository at commit 1d2f3a4 on 26 November 2026.',
  )
  expect(claimedSentence({ way: 'dns', where, commit: null, on })).toBe(
    'Claimed by its owner, shown in the DNS of its domain on 26 November 2026.',
  )
  expect(claimedSentence(null)).toBeUndefined()
})
