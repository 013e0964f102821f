// What a run of the tests costs: the table at its end, and the budgets that it holds.
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * The processor seconds that each part may take, as multiples of the calibration: a fixed piece of
 * work in the same run, so a slow or busy machine has more seconds. A third to a half above what the
 * part took when this was written; lower it when a part takes less.
 */
const budgets = {
  build: 180,
  checks: 170,
  unit: 460,
  db: 500,
  own: 430,
  served: 700,
  rebuilt: 300,
} as const

/** One part of a run. `clock` and `processor` are in seconds. */
export interface Part {
  name: keyof typeof budgets
  clock: number
  /** Undefined where the system does not count it. */
  processor: number | undefined
}

/** Prints the time of each part. Returns whether each is within its budget, which the table shows. */
export function printParts(parts: readonly Part[], calibration: number): boolean {
  const rows = parts.map(({ name, clock, processor }) => {
    const most = budgets[name] * calibration
    const isOver = processor !== undefined && processor > most
    return {
      part: name,
      'clock s': Math.round(clock),
      'processor s': processor === undefined ? 'unknown' : Math.round(processor),
      'budget s': Math.round(most),
      over: isOver ? 'OVER ITS BUDGET' : '',
    }
  })
  console.table(rows)
  return rows.every(({ over }) => over === '')
}

interface Report {
  testResults: { name: string; startTime: number; endTime: number }[]
}

/** The ten files of tests that took longest on the clock, from the reports of a run. */
export async function slowestFiles(report: string): Promise<string> {
  const { dir, base } = path.parse(report)
  const names = (await readdir(dir)).filter((name) => name.startsWith(`${base}.`))
  const texts = await Promise.all(names.map((name) => readFile(path.join(dir, name), 'utf8')))
  const files = texts.flatMap((text) => (JSON.parse(text) as Report).testResults)
  const slowest = files
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
    .map(({ name, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${path.relative('', name)}`)
  return ['The ten slowest files:', ...slowest].join('\n')
}
