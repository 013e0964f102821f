// The face of a product or tool, a square of four cells with a shape each, and its band of many.
import { hash } from 'node:crypto'
import type { Family } from '#core/topics.ts'

/** A record that has a face: its slug gives the shapes, and its first topic the colours. */
export interface Faced {
  slug: string
  topics: readonly string[]
}

/** The hue of each family, and five tints: dark, strong, middle, pale, and an accent of a hue beside it. */
const tints: Readonly<Record<Family | 'none', string>> = {
  code: '262 #237 #46c #7af #cdf #dae',
  build: '48 #620 #b50 #e86 #fcb #cb5',
  framework: '152 #042 #084 #6b8 #bec #3de',
  voice: '330 #525 #949 #d8c #ece #f99',
  know: '222 #045 #079 #2bd #bef #abf',
  people: '18 #622 #b45 #e88 #fcc #ea5',
  browse: '195 #044 #088 #0bb #aee #8bf',
  watch: '82 #530 #960 #ca3 #eda #9c7',
  mcp: '292 #437 #75b #a9e #ddf #f9c',
  chat: '350 #624 #a47 #e8b #fcd #fa7',
  data: '122 #340 #670 #9b5 #ddb #4db',
  guard: '242 #046 #07b #5be #bdf #caf',
  none: '160 #344 #677 #aaa #ddd #bbc',
}

/** The style sheet that gives a page or part with `data-family` the hue of that family. */
export const hueStyles = Object.entries(tints)
  .map(([family, text]) => `[data-family=${family}]{--h:${text.split(' ')[0]}}`)
  .join('')

/** The inks on pale and on dark cells of a face, as numbers of the tints. */
const inks = [
  [1, 4],
  [1, 3],
  [4, 1],
  [2, 1],
  [2, 4],
] as const

/** Corners of a cell, 2 units wide, clockwise from the top left. The four cells begin there too. */
const corners = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
] as const

/** The shapes of a cell as paths, each drawn from one of the corners. */
const quarter = [
  'h2a2 2 0 0 1-2 2z',
  'v2a2 2 0 0 1-2-2z',
  'h-2a2 2 0 0 1 2-2z',
  'v-2a2 2 0 0 1 2 2z',
]
const triangle = ['h2l-2 2z', 'v2l-2-2z', 'h-2l2-2z', 'v-2l2 2z']
const bar = ['h2v1h-2z', 'v2h-1v-2z', 'h-2v-1h2z', 'v-2h1v2z']
/** `undefined` is a disc, which is the same from each corner. */
const shapes = [quarter, triangle, quarter, bar, quarter, undefined]

/**
 * The face of a record as SVG paths in a box of 4 by 4 units, for a page or a picture. `families`
 * are those of the topics.
 */
export function faceOf(
  { slug, topics: [main = ''] }: Faced,
  families: Readonly<Record<string, Family>>,
): string {
  const numbers = hash('sha256', slug, 'buffer')
  const shapeOf = (cell: number) =>
    shapeAt(corners[cell]!, numbers[2 * cell]!, numbers[2 * cell + 1]!)
  const [onPale, onDark] = pick(inks, numbers[8]!)
  const dark = numbers[9]! % 2
  return pathsOf(families[main], [
    [3, 'M0 0h4v4H0z'],
    [0, dark === 0 ? 'M0 0h2v4h2V2H0z' : 'M4 0H2v4H0V2h4z'],
    [onPale, shapeOf(1 - dark) + shapeOf(3 - dark)],
    [onDark, shapeOf(dark) + shapeOf(dark + 2)],
  ])
}

/**
 * A band of cells like those of the face, as SVG paths in a box of twice as many units as there are
 * columns and rows. Without topics it is grey.
 */
export function bandOf(
  { slug, topics: [main = ''] }: Faced,
  families: Readonly<Record<string, Family>>,
  columns: number,
  rows: number,
): string {
  const shapesOf = ['', '', '', '', '']
  for (let cell = 0; cell < columns * rows; cell++) {
    const [shape, turn, ground, ink] = hash('sha256', `${slug} ${cell}`, 'buffer')
    const at = [2 * (cell % columns), 2 * Math.floor(cell / columns)] as const
    const isDark = ground! % 2 === 0
    if (isDark) shapesOf[0] += `M${at.join(' ')}h2v2h-2z`
    shapesOf[pick(isDark ? [1, 2, 3, 4] : [1, 1, 2, 4], ink!)] += shapeAt(at, shape!, turn!)
  }
  return pathsOf(families[main], [
    [3, `M0 0h${2 * columns}v${2 * rows}H0z`],
    ...shapesOf.map((shape, tint) => [tint, shape] as const),
  ])
}

const pick = <T>(from: readonly T[], number: number) => from[number % from.length]!

/** The shape of a cell as a path; `at` is the top left corner of the cell. */
function shapeAt([x, y]: readonly [number, number], number: number, turn: number): string {
  const shape = pick(shapes, number)
  const [right, down] = pick(corners, turn)
  return shape
    ? `M${x + right} ${y + down}${pick(shape, turn)}`
    : `M${x + 1} ${y + 0.4}a.6.6 0 0 1 0 1.2.6.6 0 0 1 0-1.2z`
}

/** Paths in the tints of a family. */
function pathsOf(
  family: Family | undefined,
  paths: readonly (readonly [number, string])[],
): string {
  const [, ...colours] = tints[family ?? 'none'].split(' ')
  return paths.map(([tint, path]) => `<path fill="${colours[tint]}" d="${path}"/>`).join('')
}
