import { hash } from 'node:crypto'
import type { Icon } from '#core/icon.ts'
import { once } from '#core/once.ts'
import type { Family } from '#core/topics.ts'
import { type Faced, bandOf } from '#present/face.ts'
import { lineChart } from '#present/lists/chart.ts'
import { type Weight, linesOf, widthOf } from './glyph-widths.ts'
import { escaped } from './sitemap.ts'
import { withOwnIds } from './svg-sprite.ts'

/** The content of a preview picture, which other sites show beside a link to one of our pages. */
export interface Picture {
  title: string
  /** The icon before the title. */
  mark?: Tile
  text: string
  /**
   * The tools below the text, in two rows, or in one above a line. Those that do not fit are counted in
   * the last tile.
   */
  tiles: readonly Tile[]
  /** Values over time, at least two, drawn as a line below the tiles. */
  line?: readonly number[]
  /** The one figure worth saying, such as "15 of 15 tools proved". */
  proof: string
  /** What is said after it, if there is room. */
  note?: string | undefined
  /** Whether the figure has a tick. */
  isProved?: boolean
  /** The cells at the right, from `bandFor` or `greenBand`. */
  band: string
  /** Whether the picture is grey, for a product that has ended. */
  isEnded?: boolean
}

/** A tool in a picture. */
export interface Tile {
  slug: string
  name: string
  icon: Icon
}

/** The size in pixels that sites expect of an Open Graph image (https://ogp.me). */
export const pictureSize = { width: 1_200, height: 630 } as const

/** How a page refers to its preview picture. */
export interface NamedPicture {
  src: string
  alt: string
}

/** The cells at the right of the picture of a record. */
export const bandFor = (of: Faced, families: Readonly<Record<string, Family>>): string =>
  bandOf(of, families, 3, 7)

/** The same in our own green, for a page about many records. */
export const greenBand = (slug: string): string =>
  bandFor({ slug, topics: ['ours'] }, { ours: 'framework' })

/** The preview picture of pages that have no picture of their own. */
export const commonPicture: Picture = {
  title: 'See what AI agents are really built with',
  text: 'Reviewed agent products and the tools in their stacks. Open data, JSON API, MCP.',
  tiles: [],
  proof: 'Each tool with the file that shows it',
  isProved: true,
  band: greenBand('proofstack'),
}

/**
 * Characters that our fonts lack. The fonts have the Latin letters of European languages and
 * punctuation.
 */
const missing = /[^\u0020-\u007E\u00A0-\u017F\u2010-\u2027\u20AC\u2122]/gu

/**
 * Whether our fonts have every character of a name. A page whose name cannot be drawn completely
 * gets the common picture.
 */
export function canBeDrawn(text: string): boolean {
  return text.normalize('NFC').search(missing) < 0
}

// Text of owners is escaped, so that it cannot end an element or an attribute of the SVG.
const drawn = (text: string) => escaped(text.normalize('NFC').replace(missing, ''))

/** The inks of a picture, and those of the picture of a product that has ended. */
const inks = {
  living: {
    ground: '#0d2a22',
    title: '#eaf4ef',
    text: '#b9d0c6',
    proof: '#7fd9b2',
    raised: '#17493a',
    tiles: 1,
  },
  ended: {
    ground: '#24292a',
    title: '#e4e7e6',
    text: '#b4babc',
    proof: '#d3d8d6',
    raised: '#3a4142',
    tiles: 0.6,
  },
} as const
type Inks = (typeof inks)[keyof typeof inks]

const weights = { regular: 400, semibold: 600 } as const satisfies Record<Weight, number>
const [left, top, room] = [64, 56, 802]
const [tileSize, gap] = [70, 12]
const perRow = Math.floor((room + gap) / (tileSize + gap))
const mostTiles = 2 * perRow
const lineEnd = 460

/** A preview picture as SVG. Its words are text elements, not outlines. */
export function pictureSvg(picture: Picture): string {
  const { title, mark, text, tiles, line, proof, note, isProved, band, isEnded } = picture
  const ink = inks[isEnded ? 'ended' : 'living']
  // The title has the largest of these font sizes at which it fits into one line. Longer titles
  // have a smaller font and two lines.
  const start = left + (mark ? 128 : 0)
  const width = room + left - start
  const size = [100, 84, 70, 60].find((one) => widthOf(title, 'semibold', one) <= width) ?? 52
  const heading = linesOf(title, { weight: 'semibold', size, width, most: 2 })
  const high = Math.max(mark ? 100 : 0, heading.length * size * 1.1)
  const first = top + (high - heading.length * size * 1.1) / 2 + size * 0.82
  const parts = heading.map((words, row) =>
    written(words, start, first + row * size * 1.1, 'semibold', size, ink.title),
  )
  if (mark) parts.push(tileSvg(mark, left, top, 100))
  let y = top + high + 14
  const most = tiles.length > perRow || line ? 2 : 3
  for (const words of linesOf(text, { weight: 'regular', size: 30, width: room, most })) {
    parts.push(written(words, left, y + 30, 'regular', 30, ink.text))
    y += 42
  }
  y += 22
  parts.push(tilesSvg(tiles, y, ink))
  y += Math.ceil(Math.min(tiles.length, mostTiles) / perRow) * (tileSize + gap)
  if (line) parts.push(lineSvg(line, y + 4, ink))
  y = (line ? lineEnd + 8 : y) + 36
  const tick = `<path d="M${left + 2} ${y - 9}l6 7 11-15" fill="none" stroke="${ink.proof}" stroke-width="4"/>`
  if (isProved) parts.push(tick)
  const x = left + (isProved ? 32 : 0)
  parts.push(written(proof, x, y, 'semibold', 28, ink.proof))
  const after = x + widthOf(proof, 'semibold', 28) + 10
  if (note && after + widthOf(`· ${note}`, 'regular', 28) <= left + room)
    parts.push(written(`· ${note}`, after, y, 'regular', 28, ink.title))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureSize.width}" height="${pictureSize.height}">`,
    `<rect width="100%" height="100%" fill="${ink.ground}"/>`,
    `<g transform="translate(930) scale(45)">${band}</g>`,
    ...parts,
    written('Proofstack', left, 584, 'semibold', 28, ink.title),
    '</svg>',
  ].join('\n')
}

function written(words: string, x: number, y: number, weight: Weight, size: number, fill: string) {
  return `<text x="${x}" y="${y}" font-family="IBM Plex Sans" font-weight="${weights[weight]}" font-size="${size}" fill="${fill}">${drawn(words)}</text>`
}

/** Two rows of tiles. Of more tools, the last tile is their number. */
function tilesSvg(tiles: readonly Tile[], y: number, ink: Inks): string {
  const shown = tiles.length > mostTiles ? mostTiles - 1 : tiles.length
  const rest = tiles.length - shown
  const parts = tiles.slice(0, shown).map((tile, at) => {
    const step = tileSize + gap
    return tileSvg(tile, left + (at % perRow) * step, y + Math.floor(at / perRow) * step, tileSize)
  })
  const [x, last] = [left + (perRow - 1) * (tileSize + gap), y + tileSize + gap]
  if (rest > 0) parts.push(written(`+${rest}`, x + 14, last + 44, 'semibold', 25, ink.title))
  return `<g color="#1c2b25" opacity="${ink.tiles}">${parts.join('\n')}</g>`
}

/** An icon on a white tile. */
function tileSvg({ slug, icon }: Tile, x: number, y: number, size: number): string {
  const box = size * 0.66
  const edge = (size - box) / 2
  return `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="${size * 0.23}" fill="#fff"/>
<svg x="${x + edge}" y="${y + edge}" width="${box}" height="${box}" ${icon.attributes}>${withOwnIds(slug, icon.shapes)}</svg>`
}

/** A line over time, from `y` down to the line of the proof. */
function lineSvg(values: readonly number[], y: number, ink: Inks): string {
  const { base, points } = lineChart(values, lineEnd - y + 22)
  const at = points.map((point) => `${left + (point.x / 100) * room},${y + point.y}`)
  return [
    `<polygon points="${left},${y + base} ${at.join(' ')} ${left + room},${y + base}" fill="${ink.raised}"/>`,
    `<polyline points="${at.join(' ')}" fill="none" stroke="${ink.proof}" stroke-width="5" stroke-linejoin="round"/>`,
    `<circle cx="${left + room}" cy="${y + points.at(-1)!.y}" r="9" fill="${ink.proof}"/>`,
  ].join('\n')
}

/**
 * The file name of a picture. It contains a hash of the SVG, so that the file can be cached
 * forever.
 */
export function pictureFile(name: string, svg: string): string {
  return `${name}.${hash('sha256', svg, 'hex').slice(0, 12)}.png`
}

/** The alternative text of a picture. */
export function pictureWords({ title, proof, tiles }: Picture): string {
  const names = tiles.slice(0, 8).map(({ name }) => name)
  return [title, proof, names.join(', ')]
    .filter(Boolean)
    .map((part) => part.replace(/\.$/, ''))
    .join('. ')
}

/** The reference to the common picture, for pages without a picture of their own. */
export const namedCommonPicture = once((): NamedPicture => ({
  src: `/og/${pictureFile('proofstack', pictureSvg(commonPicture))}`,
  alt: pictureWords(commonPicture),
}))
