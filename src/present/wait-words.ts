/** A wait in words, rounded up: "90 seconds", "10 minutes", "3 hours". */
export function waitWords(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
