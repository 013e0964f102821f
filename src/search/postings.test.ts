import { expect, it } from 'vitest'
import { eachPosting, packPostings, posting } from './postings.ts'

it('postings are read as they were packed, near and far apart', () => {
  const postings = [0, 1, 127, 128, 300, 16_384, 3_000_000].map((place) => [place, 0.6] as const)
  const read: [number, number][] = []
  const packed = packPostings(postings.map(([place, weight]) => posting(place, weight)))
  eachPosting(packed, (place, weight) => read.push([place, weight]))
  expect(read).toEqual(postings)
})
