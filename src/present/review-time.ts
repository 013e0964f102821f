import { timeWords } from './time-words.ts'

/** A median of fewer decisions says nothing. */
export const fewestDecisions = 5

/** From a submission to its first decision: the median, and of how many it is. */
interface DecisionTimes {
  hours: number | null
  recent_hours: number | null
  recent: number
  ever: number
}

/** A median in words; undefined where it is of too few. */
export function medianWords(hours: number | null, of: number): string | undefined {
  return hours === null || of < fewestDecisions ? undefined : timeWords(hours)
}

/** How long the review takes, as whoever submits wants to know it. */
export function reviewTimeWords(times: DecisionTimes): string {
  const recent = medianWords(times.recent_hours, times.recent)
  const ever = medianWords(times.hours, times.ever)
  if (recent) return `Half of those of the last 90 days were decided on within ${recent}.`
  if (ever) return `Half of all so far were decided on within ${ever}.`
  return 'Too few were decided on so far to say how long it takes.'
}
