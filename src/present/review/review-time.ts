import { plural } from '#core/plural.ts'

/** A median of fewer decisions than this is not shown. */
const fewestDecisions = 5

/**
 * Median hours from submission to first decision (null without decisions), and how many decisions
 * there were; `recent` means the last 90 days.
 */
interface DecisionTimes {
  hours: number | null
  recent_hours: number | null
  recent: number
  ever: number
}

/** A median in words: "40 minutes", "5 hours", "2.5 days"; undefined for too few decisions. */
function medianWords(hours: number | null, of: number): string | undefined {
  if (hours === null || of < fewestDecisions) return undefined
  if (hours < 1) return plural(Math.max(1, Math.round(hours * 60)), 'minute')
  return hours < 48
    ? plural(Math.round(hours), 'hour')
    : plural(Math.round(hours / 2.4) / 10, 'day')
}

/** How long a review takes, in a sentence for submitters. */
export function reviewTimeWords(times: DecisionTimes): string {
  const recent = medianWords(times.recent_hours, times.recent)
  const ever = medianWords(times.hours, times.ever)
  if (recent) return `Half of those of the last 90 days were decided on within ${recent}.`
  if (ever) return `Half of all so far were decided on within ${ever}.`
  return 'Too few were decided on so far to say how long it takes.'
}
