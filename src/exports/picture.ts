import { hash } from 'node:crypto'
import { once } from '#core/once.ts'
import { type Weight, linesOf, widthOf } from './glyph-widths.ts'

/** What the picture of a page says: the picture that others show beside a link to it. */
export interface Picture {
  title: string
  text: string
  /** What was checked or counted. */
  proof: string
  /** Tools, or products: as many as there is room for. */
  names: readonly string[]
  /** How many of them there are in all. */
  of: number
}

/** As https://ogp.me readers want it. */
export const pictureSize = { width: 1_200, height: 630 } as const

/** A picture as a page names it. */
export interface NamedPicture {
  src: string
  /** The same in words, for who does not see it. */
  alt: string
}

/** What the pages show that have none of their own. */
export const commonPicture: Picture = {
  title: 'Proofstack',
  text: 'What agents are built with, and the proof: a reviewed directory of agent products and their stacks.',
  proof: 'Each tool with the file that shows it',
  names: ['Open data', 'JSON API', 'MCP'],
  of: 3,
}

/** The fonts have the Latin of Europe and its punctuation. */
const drawn = /[^\u0020-\u007E\u00A0-\u017F\u2010-\u2027\u20AC\u2122]/gu

/** Whether every sign is in the fonts. A name that is not whole is nobody's. */
export function canBeDrawn(text: string): boolean {
  return text.normalize('NFC').replace(drawn, '') === text.normalize('NFC')
}

// No sign of an owner can end an element or an attribute.
const written = (text: string) =>
  text
    .normalize('NFC')
    .replace(drawn, '')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const colours = {
  paper: '#fbfbf9',
  accent: '#1f5f4a',
  ink: '#17202b',
  quiet: '#525c6b',
} as const

const weights = { regular: 400, semibold: 600 } as const satisfies Record<Weight, number>

const left = 72
const room = pictureSize.width - 2 * left

/** A picture as SVG, with words as text. */
export function pictureSvg({ title, text, proof, names, of }: Picture): string {
  const line = (words: string, y: number, weight: Weight, size: number, fill: string) =>
    `<text x="${left}" y="${y}" font-family="IBM Plex Sans" font-weight="${weights[weight]}" font-size="${size}" fill="${fill}">${written(words)}</text>`
  // As large as one line takes; the longest go on in a second.
  const size = [84, 72, 60].find((one) => widthOf(title, 'semibold', one) <= room) ?? 56
  const heading = linesOf(title, { weight: 'semibold', size, width: room, most: 2 })
  const texts = linesOf(text, {
    weight: 'regular',
    size: 34,
    width: room,
    most: heading.length > 1 ? 2 : 3,
  })
  const under = 222 + size / 2
  const below = under + (heading.length - 1) * size * 1.1 + 64
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureSize.width}" height="${pictureSize.height}">`,
    `<rect width="100%" height="100%" fill="${colours.paper}"/>`,
    `<rect width="14" height="100%" fill="${colours.accent}"/>`,
    ...(title === commonPicture.title
      ? []
      : [line('Proofstack', 100, 'semibold', 28, colours.accent)]),
    ...heading.map((words, index) =>
      line(words, under + index * size * 1.1, 'semibold', size, colours.ink),
    ),
    ...texts.map((words, index) => line(words, below + index * 46, 'regular', 34, colours.quiet)),
    line(proof, 506, 'semibold', 28, colours.accent),
    line(namesIn(names, of), 558, 'regular', 27, colours.ink),
    '</svg>',
  ].join('\n')
}

/** As many names as fit into a line, and how many more there are. */
function namesIn(names: readonly string[], of: number): string {
  for (let shown = names.length; shown > 0; shown--) {
    const more = of - shown
    const line = names.slice(0, shown).join(' · ') + (more > 0 ? ` · +${more}` : '')
    if (widthOf(line, 'regular', 27) <= room) return line
  }
  return ''
}

/** A file that says what it shows: whoever has one of this name has it for ever. */
export function pictureFile(name: string, svg: string): string {
  return `${name}.${hash('sha256', svg, 'hex').slice(0, 12)}.png`
}

/** What a picture says to who does not see it. */
export function pictureWords({ title, proof, names }: Picture): string {
  return [title, proof, names.slice(0, 8).join(', ')]
    .filter((part) => part !== '')
    .map((part) => part.replace(/\.$/, ''))
    .join('. ')
}

/** The picture of a page that has none of its own, as that page names it. */
export const namedCommonPicture = once((): NamedPicture => ({
  src: `/og/${pictureFile('proofstack', pictureSvg(commonPicture))}`,
  alt: pictureWords(commonPicture),
}))
