import { describe, expect, it } from 'vitest'
import { lineChart } from './chart.ts'

const quarters = ['Q1', 'Q2', 'Q3', 'Q4', 'Q1', 'Q2']

describe('a line chart', () => {
  const chart = lineChart([0, 2, 4, 8, 16, 15], 130, quarters)

  it('begins at zero and ends at a round number that no value exceeds', () => {
    expect(chart.ticks).toEqual([
      { y: 108, label: '0 %' },
      { y: 58, label: '10 %' },
      { y: 8, label: '20 %' },
    ])
  })

  it('spans the width, and the height of a point is its value on the scale', () => {
    expect(chart.points.map(({ x }) => x)).toEqual([0, 20, 40, 60, 80, 100])
    expect(chart.points[0]!.y).toBe(108)
    expect(chart.points[4]!.y).toBe(28)
    expect(chart.line.split(' ')).toEqual(chart.points.map(({ x, y }) => `${x},${y}`))
    expect(chart.area).toBe(`0,108 ${chart.line} 100,108`)
  })

  it('labels the last time and those whole steps before it', () => {
    expect(chart.marks).toEqual([
      { x: 20, label: 'Q2' },
      { x: 100, label: 'Q2' },
    ])
  })

  it('has at most five labels, however long it is', () => {
    const values = Array.from({ length: 61 }, (_, at) => at)
    const { marks } = lineChart(values, 100, values.map(String))
    expect(marks.map(({ label }) => label)).toEqual(['12', '28', '44', '60'])
  })

  it.each([
    [[0, 0], '2 %'],
    [[1, 2], '2 %'],
    [[3, 2.1], '3 %'],
    [[35, 36], '40 %'],
    [[99, 81], '100 %'],
    [[100, 7], '100 %'],
  ])('of %j ends at %s', (values, end) => {
    const { ticks } = lineChart(values, 100)
    expect(ticks.at(-1)!.label).toBe(end)
  })
})
