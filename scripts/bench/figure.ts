export const parts = [
  'build',
  'catalogue',
  'function',
  'cold',
  'reads',
  'submit',
  'publish',
  'mcp',
] as const
export type Part = (typeof parts)[number]

/** One thing that was measured, with the same thing at its cheapest in the same run. */
export interface Figure {
  part: Part
  name: string
  unit: 's' | 'ms' | 'MB' | 'files' | '/s'
  /** Null when the house does not answer this at all. */
  value: number | null
  /** What the value is compared with, and what that is. */
  floor: number | null
  floorIs: string
  ratio: number | null
  /** The rest that is known: the best round, percentiles, memory. */
  more: Record<string, number | string | null>
}

/** A figure beside its floor. */
export function figure(
  given: Omit<Figure, 'floor' | 'floorIs' | 'ratio' | 'more'> & Partial<Figure>,
): Figure {
  const { value, floor = null } = given
  const ratio = value !== null && floor ? rounded(value / floor) : null
  const all = { floorIs: '', more: {}, ...given }
  return {
    ...all,
    value: value === null ? null : rounded(value),
    floor: floor && rounded(floor),
    ratio,
  }
}

/** Three digits that count. */
export function rounded(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return percentile(sorted, 0.5)
}

/** Of values that are sorted. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
