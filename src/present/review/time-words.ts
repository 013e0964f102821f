import { plural } from '#core/plural.ts'

/** Hours in words: "40 minutes", "5 hours", "2.5 days". */
export function timeWords(hours: number): string {
  if (hours < 1) return plural(Math.max(1, Math.round(hours * 60)), 'minute')
  if (hours < 48) return plural(Math.round(hours), 'hour')
  return plural(Math.round(hours / 2.4) / 10, 'day')
}
