/** Hours in words: "40 minutes", "5 hours", "2.5 days". */
export function timeWords(hours: number): string {
  if (hours < 1) return counted(Math.max(1, Math.round(hours * 60)), 'minute')
  if (hours < 48) return counted(Math.round(hours), 'hour')
  return counted(Math.round(hours / 2.4) / 10, 'day')
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
