/** How wide lines may be: as the terminal is, and 80 where there is none. */
export function screenWidth(): number {
  const { columns } = process.stdout
  return columns ? Math.min(Math.max(columns, 40), 120) : 80
}
