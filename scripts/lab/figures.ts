/** Formats a number for people, with three significant digits below 100. */
export function rounded(value: number): string {
  const number = value >= 100 ? Math.round(value) : Number(value.toPrecision(3))
  return number.toLocaleString('en')
}
