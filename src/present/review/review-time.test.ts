import { expect, it } from 'vitest'
import { reviewTimeWords } from './review-time.ts'

const times = { hours: 70, recent_hours: 5.2, recent: 5, ever: 9 }

it('a median needs five decisions, and is of the last 90 days if those have five', () => {
  expect(reviewTimeWords(times)).toBe(
    'Half of those of the last 90 days were decided on within 5 hours.',
  )
  expect(reviewTimeWords({ ...times, recent: 4 })).toBe(
    'Half of all so far were decided on within 2.9 days.',
  )
})

it('of fewer than five nothing is promised', () => {
  const said = 'Too few were decided on so far to say how long it takes.'
  expect(reviewTimeWords({ ...times, recent: 4, ever: 4 })).toBe(said)
  expect(reviewTimeWords({ hours: null, recent_hours: null, recent: 0, ever: 0 })).toBe(said)
})

it.each([
  [0, '1 minute'],
  [0.5, '30 minutes'],
  [1, '1 hour'],
  [5.4, '5 hours'],
  [47.2, '47 hours'],
  [60, '2.5 days'],
  [240, '10 days'],
])('a median of %d hours is said as %s', (hours, said) =>
  expect(reviewTimeWords({ ...times, recent_hours: hours })).toContain(`within ${said}.`),
)
