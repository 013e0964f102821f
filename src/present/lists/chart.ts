// The geometry of small charts. Widths are percentages and heights are pixels, so that a chart fits
// any column while its labels keep the size of the text around them.

/** Space for half of the highest label, and below zero for the labels of the times. */
const padding = { top: 8, bottom: 22 }
const mostMarks = 5

/**
 * A line of shares by quarter, drawn by components/ShareChart.astro: x in per cent of the width, y
 * in pixels from the top. There are at least two values; none is negative.
 */
export function lineChart(
  values: readonly number[],
  height: number,
  labels: readonly string[] = [],
) {
  const base = height - padding.bottom
  const most = scaleEnd(Math.max(...values))
  const x = (at: number) => rounded((100 * at) / Math.max(1, values.length - 1))
  const y = (value: number) => rounded(base - (value / most) * (base - padding.top))
  const points = values.map((value, at) => ({ x: x(at), y: y(value) }))
  const line = points.map((point) => `${point.x},${point.y}`).join(' ')
  return {
    /** The y of zero, above the labels of the times. */
    base,
    /** The scale, from zero up. */
    ticks: [0, most / 2, most].map((value) => ({
      y: y(value),
      label: `${value} %`,
    })),
    /** Labels of quarters, whole years apart. The last point always has one. */
    marks: markedPlaces(values.length).map((at) => ({ x: x(at), label: labels[at]! })),
    points,
    /** The points for a `polyline`, and the area below them for a `polygon`. */
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
function markedPlaces(count: number): number[] {
  const apart = 4 * Math.max(1, Math.ceil(count / (4 * mostMarks)))
  return Array.from({ length: Math.ceil(count / apart) }, (_, n) => count - 1 - n * apart).reverse()
}

/** Rounded to a tenth: less than a pixel. */
const rounded = (value: number) => Math.round(value * 10) / 10
