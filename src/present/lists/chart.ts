// The geometry of small charts. Widths are percentages and heights are pixels, so that a chart fits
// any column while its labels keep the size of the text around them.

/** A line over time, drawn by components/ShareChart.astro: x in per cent of the width, y in pixels from the top. */
export interface LineChart {
  height: number
  /** The y of zero, above the labels of the times. */
  base: number
  /** The scale, from zero up. */
  ticks: { y: number; label: string }[]
  /** Labels of times, at most five. The last point always has one. */
  marks: { x: number; label: string }[]
  points: { x: number; y: number }[]
  /** The points for a `polyline`, and the area below them for a `polygon`. */
  line: string
  area: string
}

interface LineInput {
  /** At least two; none is negative. */
  values: readonly number[]
  /** The time of each value. */
  labels: readonly string[]
  height: number
  /** What a value counts, as it is written after a number: ` %`. */
  unit?: string
  /** Labels are a multiple of this number of values apart: 4 for the quarters of a year. */
  step?: number
}

/** Space for half of the highest label, and below zero for the labels of the times. */
const padding = { top: 8, bottom: 22 }
const mostMarks = 5

export function lineChart({ values, labels, height, unit = '', step = 1 }: LineInput): LineChart {
  const base = height - padding.bottom
  const most = scaleEnd(Math.max(...values))
  const x = (at: number) => rounded((100 * at) / Math.max(1, values.length - 1))
  const y = (value: number) => rounded(base - (value / most) * (base - padding.top))
  const points = values.map((value, at) => ({ x: x(at), y: y(value) }))
  const line = points.map((point) => `${point.x},${point.y}`).join(' ')
  return {
    height,
    base,
    ticks: [0, most / 2, most].map((value) => ({
      y: y(value),
      label: `${value}${unit}`,
    })),
    marks: markedPlaces(values.length, step).map((at) => ({ x: x(at), label: labels[at]! })),
    points,
    line,
    area: `0,${base} ${line} ${x(values.length - 1)},${base}`,
  }
}

/** The first number of these, times a power of ten, that no value exceeds. Its half is short, too. */
const scaleEnds = [1, 2, 3, 4, 6, 8, 10]

function scaleEnd(most: number): number {
  if (most <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(most))
  return power * scaleEnds.find((end) => end * power >= most)!
}

/** The places of labels, counted back from the last value. */
function markedPlaces(count: number, step: number): number[] {
  const apart = step * Math.max(1, Math.ceil(count / (step * mostMarks)))
  return Array.from({ length: Math.ceil(count / apart) }, (_, n) => count - 1 - n * apart).reverse()
}

/** Rounded to a tenth: less than a pixel. */
const rounded = (value: number) => Math.round(value * 10) / 10
