import { hash } from 'node:crypto'
import type { Icon } from '#core/icon.ts'
import { once } from '#core/once.ts'
import type { Family } from '#core/topics.ts'
import { type Faced, bandOf } from '#present/face.ts'
import { lineChart } from '#present/lists/chart.ts'
import { linesOf, widthOf } from './glyph-widths.ts'
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
const escaped = (text: string) =>
  text
    .normalize('NFC')
    .replace(missing, '')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The inks of a picture, and those of the picture of a product that has ended. */
const inks = {
  ground: ['#0d2a22', '#24292a'],
  title: ['#eaf4ef', '#e4e7e6'],
  text: ['#b9d0c6', '#b4babc'],
  proof: ['#7fd9b2', '#d3d8d6'],
  raised: ['#17493a', '#3a4142'],
} as const

const weights = { regular: 400, semibold: 600 } as const
const [left, room, tileSize, gap] = [64, 802, 70, 12]
const perRow = Math.floor((room + gap) / (tileSize + gap))
const lineEnd = 460

/** A preview picture as SVG. Its words are text elements, not outlines. */
export function pictureSvg(picture: Picture): string {
  const { title, mark, text, tiles, line, proof, note, isProved, band, isEnded } = picture
  const ink = (name: keyof typeof inks) => inks[name][isEnded ? 1 : 0]
  const write = (words: string, at: Place, weight: keyof typeof weights, fill: string) =>
    `<text x="${at.x}" y="${at.y}" font-family="IBM Plex Sans" font-weight="${weights[weight]}" font-size="${at.size}" fill="${fill}">${escaped(words)}</text>`
  const draw = ({ slug, icon }: Tile, x: number, y: number, size: number, box = size - 24) => [
    `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="${size * 0.23}" fill="#fff"/>`,
    `<svg x="${x + (size - box) / 2}" y="${y + (size - box) / 2}" width="${box}" height="${box}" ${icon.attributes}>${withOwnIds(slug, icon.shapes)}</svg>`,
  ]
  // The title has the largest of these font sizes at which it fits into one line. Longer titles
  // have a smaller font and two lines.
  const start = left + (mark ? 128 : 0)
  const width = room + left - start
  const size = [100, 84, 70, 60].find((one) => widthOf(title, 'semibold', one) <= width) ?? 52
  const heading = linesOf(title, { weight: 'semibold', size, width, most: 2 })
  const high = Math.max(mark ? 100 : 0, heading.length * size * 1.1)
  const parts = heading.map((words, row) => {
    const y = 56 + (high - heading.length * size * 1.1) / 2 + size * (0.82 + 1.1 * row)
    return write(words, { x: start, y, size }, 'semibold', ink('title'))
  })
  if (mark) parts.push(...draw(mark, left, 56, 100, 68))
  let y = 56 + high + 14
  const most = tiles.length > perRow || line ? 2 : 3
  for (const words of linesOf(text, { weight: 'regular', size: 30, width: room, most })) {
    parts.push(write(words, { x: left, y: y + 30, size: 30 }, 'regular', ink('text')))
    y += 42
  }
  y += 22
  const all = 2 * perRow
  const shown = tiles.length > all ? all - 1 : tiles.length
  const place = (at: number) => ({
    x: left + (at % perRow) * (tileSize + gap),
    y: y + Math.floor(at / perRow) * (tileSize + gap),
  })
  parts.push(`<g color="#1c2b25"${isEnded ? ' opacity=".6"' : ''}>`)
  for (const [at, tile] of tiles.slice(0, shown).entries())
    parts.push(...draw(tile, place(at).x, place(at).y, tileSize))
  parts.push('</g>')
  if (shown < tiles.length) {
    const last = place(shown)
    parts.push(
      `<rect x="${last.x}" y="${last.y}" width="${tileSize}" height="${tileSize}" rx="16" fill="${ink('raised')}"/>`,
      write(
        `+${tiles.length - shown}`,
        { x: last.x + 14, y: last.y + 44, size: 25 },
        'semibold',
        ink('title'),
      ),
    )
  }
  y += Math.ceil(Math.min(tiles.length, all) / perRow) * (tileSize + gap)
  if (line) parts.push(lineSvg(line, y + 4, ink('raised'), ink('proof')))
  const at = { x: left, y: (line ? lineEnd + 8 : y) + 36, size: 28 }
  if (isProved) {
    parts.push(
      `<path d="M${left + 2} ${at.y - 9}l6 7 11-15" fill="none" stroke="${ink('proof')}" stroke-width="4"/>`,
    )
    at.x += 32
  }
  parts.push(write(proof, at, 'semibold', ink('proof')))
  const after = { ...at, x: at.x + widthOf(proof, 'semibold', at.size) + 10 }
  if (note && after.x + widthOf(`· ${note}`, 'regular', at.size) <= left + room)
    parts.push(write(`· ${note}`, after, 'regular', ink('title')))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureSize.width}" height="${pictureSize.height}">`,
    `<rect width="100%" height="100%" fill="${ink('ground')}"/>`,
    `<g transform="translate(930) scale(45)">${band}</g>`,
    ...parts,
    write('Proofstack', { x: left, y: 584, size: 28 }, 'semibold', ink('title')),
    '</svg>',
  ].join('\n')
}

interface Place {
  x: number
  y: number
  size: number
}

/** A line over time, from `top` down to the line of the proof. */
function lineSvg(values: readonly number[], top: number, area: string, ink: string): string {
  const { base, points } = lineChart({
    values,
    labels: values.map(() => ''),
    height: lineEnd - top + 22,
  })
  const at = points.map(({ x, y }) => `${left + (x / 100) * room},${top + y}`)
  return [
    `<polygon points="${left},${top + base} ${at.join(' ')} ${left + room},${top + base}" fill="${area}"/>`,
    `<polyline points="${at.join(' ')}" fill="none" stroke="${ink}" stroke-width="5" stroke-linejoin="round"/>`,
    `<circle cx="${left + room}" cy="${top + points.at(-1)!.y}" r="9" fill="${ink}"/>`,
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
