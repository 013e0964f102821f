import { availableParallelism, cpus } from 'node:os'
import type { Figure } from './figure.ts'

/** What the figures were measured on. */
export function machine(postgres: string) {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    node: process.versions.node,
    postgres,
  }
}

export interface Report {
  machine: ReturnType<typeof machine>
  sizes: { size: number; figures: Figure[] }[]
}

/** The figures of one size, for who waits for them. */
export function asText(size: number, figures: readonly Figure[]): string {
  const lines = figures.map((one) => {
    const more = Object.entries(one.more).map(([key, value]) => `${key} ${value}`)
    const ratio = one.ratio === null ? '' : `${one.ratio} of ${one.floor} (${one.floorIs})`
    return [one.name.padEnd(34), told(one).padStart(12), '  ', ratio, '  ', more.join(', ')]
      .join('')
      .trimEnd()
  })
  return [`${size} listings`, ...lines].join('\n')
}

/** A table for content/docs/performance.md: a row for each figure, a column for each size. */
export function asMarkdown({ machine, sizes }: Report): string {
  const named = new Map(sizes.flatMap(({ figures }) => figures).map((one) => [one.name, one]))
  const cell = (size: Report['sizes'][number], name: string) => {
    const found = size.figures.find((one) => one.name === name)
    if (!found) return ''
    return found.ratio === null ? told(found) : `${told(found)} (${found.ratio})`
  }
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(['measured', ...sizes.map(({ size }) => `${size.toLocaleString('en')} listings`)]),
    row(['---', ...sizes.map(() => '---:')]),
    ...[...named.keys()].map((name) => row([name, ...sizes.map((size) => cell(size, name))])),
    '',
    `Measured with \`npm run bench\` on ${machine.cores} cores (${machine.processor}), Node ${machine.node}, Postgres ${machine.postgres}. In parentheses: the ratio to a floor of the same run, which is ${floors([...named.values()])}.`,
  ].join('\n')
}

function told({ value, unit }: Figure): string {
  if (value === null) return '–'
  const number = value.toLocaleString('en')
  return unit === 'files' ? number : unit === '/s' ? `${number}/s` : `${number} ${unit}`
}

function floors(figures: readonly Figure[]): string {
  const names = [...new Set(figures.map(({ floorIs }) => floorIs))].filter(Boolean)
  return names.join('; ')
}
