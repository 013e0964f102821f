import { hash } from 'node:crypto'
import { once } from '#core/once.ts'
import { barLengths, lineChart } from '#present/lists/chart.ts'
import { type Weight, linesOf, widthOf } from './glyph-widths.ts'

/** The content of a preview picture, which other sites show beside a link to one of our pages. */
export interface Picture {
  title: string
  /** The face of the product, from `faceOf`. */
  face?: string
  text: string
  /** A result or a count as text, such as "12 reviewed products". */
  proof: string
  /** Names of tools or products. Names that do not fit into the line are left out. */
  names: readonly string[]
  /** The number of all tools or products, including those that `names` does not contain. */
  of: number
  /** Values over time, at least two, drawn as a line below a text of one line. */
  line?: readonly number[]
  /** Counts, most first, drawn as bars below a text of one line. They take the place of the names. */
  bars?: readonly PictureBar[]
}

/** `value` is the count as text, such as "38 of 67". */
export interface PictureBar {
  name: string
  count: number
  value: string
}

/** The size in pixels that sites expect of an Open Graph image (https://ogp.me). */
export const pictureSize = { width: 1_200, height: 630 } as const

/** How a page refers to its preview picture. */
export interface NamedPicture {
  src: string
  alt: string
}

/** The preview picture of pages that have no picture of their own. */
export const commonPicture: Picture = {
  title: 'Proofstack',
  text: 'See what AI agents are really built with, with the line of code that proves it.',
  proof: 'Each tool with the file that shows it',
  names: ['Open data', 'JSON API', 'MCP'],
  of: 3,
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

const colours = {
  paper: '#fbfbf9',
  accent: '#1f5f4a',
  ink: '#17202b',
  quiet: '#525c6b',
  shown: '#e6f1eb',
} as const

const weights = { regular: 400, semibold: 600 } as const satisfies Record<Weight, number>

const left = 72
const room = pictureSize.width - 2 * left
const faceSize = 112

/** A preview picture as SVG. Its words are text elements, not outlines. */
export function pictureSvg(picture: Picture): string {
  const { title, face, text, proof, names, of, line: values, bars } = picture
  const line = (words: string, y: number, weight: Weight, size: number, fill: string) =>
    `<text x="${left}" y="${y}" font-family="IBM Plex Sans" font-weight="${weights[weight]}" font-size="${size}" fill="${fill}">${escaped(words)}</text>`
  // The title has the largest of these font sizes at which it fits into one line. Longer titles
  // have a smaller font and two lines.
  const size = [84, 72, 60].find((one) => widthOf(title, 'semibold', one) <= room) ?? 56
  const heading = linesOf(title, { weight: 'semibold', size, width: room, most: 2 })
  const texts = linesOf(text, {
    weight: 'regular',
    size: 34,
    width: room,
    most: values || bars ? 1 : heading.length > 1 ? 2 : 3,
  })
  const under = (bars ? 178 : 222) + size / 2
  const below = under + (heading.length - 1) * size * 1.1 + 64
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureSize.width}" height="${pictureSize.height}">`,
    `<rect width="100%" height="100%" fill="${colours.paper}"/>`,
    `<rect width="14" height="100%" fill="${colours.accent}"/>`,
    ...(title === commonPicture.title
      ? []
      : [line('Proofstack', 100, 'semibold', 28, colours.accent)]),
    ...(face
      ? [
          '<clipPath id="face"><rect width="4" height="4" rx=".75"/></clipPath>',
          `<g transform="translate(${left + room - faceSize} 64) scale(${faceSize / 4})" clip-path="url(#face)">${face}</g>`,
        ]
      : []),
    ...heading.map((words, index) =>
      line(words, under + index * size * 1.1, 'semibold', size, colours.ink),
    ),
    ...texts.map((words, index) => line(words, below + index * 46, 'regular', 34, colours.quiet)),
    ...(values ? [lineSvg(values, below + 24)] : []),
    ...(bars
      ? [barsSvg(bars, below + 40)]
      : [line(namesIn(names, of), 558, 'regular', 27, colours.ink)]),
    line(proof, bars ? 568 : 506, 'semibold', 28, colours.accent),
    '</svg>',
  ].join('\n')
}

/** A line over time, from `top` down to the line of the proof. */
function lineSvg(values: readonly number[], top: number): string {
  const { base, points } = lineChart({ values, labels: values.map(() => ''), height: 480 - top })
  const at = points.map(({ x, y }) => `${left + (x / 100) * room},${top + y}`)
  return [
    `<polygon points="${left},${top + base} ${at.join(' ')} ${left + room},${top + base}" fill="${colours.shown}"/>`,
    `<polyline points="${at.join(' ')}" fill="none" stroke="${colours.accent}" stroke-width="5" stroke-linejoin="round"/>`,
    `<circle cx="${left + room}" cy="${top + points.at(-1)!.y}" r="9" fill="${colours.accent}"/>`,
  ].join('\n')
}

/** Bars with their names before and their values after them, from `top` down to the line of the proof. */
function barsSvg(bars: readonly PictureBar[], top: number): string {
  const [nameWidth, valueWidth, height, size] = [340, 190, 44, 27]
  const lengths = barLengths(bars.map(({ count }) => count))
  const from = left + nameWidth + 20
  return bars
    .slice(0, Math.floor((530 - top) / height))
    .flatMap(({ name, value }, at) => {
      const length = (lengths[at]! / 100) * (room - nameWidth - 20 - valueWidth)
      const y = top + at * height
      const [cut] = linesOf(name, { weight: 'regular', size, width: nameWidth, most: 1 })
      const text = (words: string, x: number, weight: Weight, fill: string) =>
        `<text x="${x}" y="${y + 25}" font-family="IBM Plex Sans" font-weight="${weights[weight]}" font-size="${size}" fill="${fill}">${escaped(words)}</text>`
      return [
        text(cut!, left, 'regular', colours.ink),
        `<rect x="${from}" y="${y}" width="${length}" height="32" rx="4" fill="${colours.accent}"/>`,
        text(value, from + length + 14, 'semibold', colours.ink),
      ]
    })
    .join('\n')
}

/** As many names as fit into one line, followed by the number of names that are left out. */
function namesIn(names: readonly string[], of: number): string {
  for (let shown = names.length; shown > 0; shown--) {
    const line = names.slice(0, shown).join(' · ') + (of > shown ? ` · +${of - shown}` : '')
    if (widthOf(line, 'regular', 27) <= room) return line
  }
  return ''
}

/**
 * The file name of a picture. It contains a hash of the SVG, so that the file can be cached
 * forever.
 */
export function pictureFile(name: string, svg: string): string {
  return `${name}.${hash('sha256', svg, 'hex').slice(0, 12)}.png`
}

/** The alternative text of a picture. */
export function pictureWords({ title, proof, names, bars }: Picture): string {
  const drawn = bars?.map(({ name, value }) => `${name} ${value}`) ?? names
  return [title, proof, drawn.slice(0, 8).join(', ')]
    .filter(Boolean)
    .map((part) => part.replace(/\.$/, ''))
    .join('. ')
}

/** The reference to the common picture, for pages without a picture of their own. */
export const namedCommonPicture = once((): NamedPicture => ({
  src: `/og/${pictureFile('proofstack', pictureSvg(commonPicture))}`,
  alt: pictureWords(commonPicture),
}))
