import { hash } from 'node:crypto'

/**
 * The badge's colours. Both schemes have a paper of their own, so that the words can be read on any
 * page, also where the page is light and the reader's system dark.
 */
export const badgeColours = {
  light: {
    paper: '#ffffff',
    edge: '#b9c4bd',
    tile: '#1f5f4a',
    lines: '#bfe3d2',
    tick: '#ffffff',
    quiet: '#566070',
    ink: '#1b2430',
  },
  dark: {
    paper: '#14181d',
    edge: '#4a5661',
    tile: '#2a7a60',
    lines: '#c9ead9',
    tick: '#ffffff',
    quiet: '#a3adb8',
    ink: '#f0f3f5',
  },
} as const

type Scheme = keyof typeof badgeColours
type Part = keyof (typeof badgeColours)[Scheme]

interface Words {
  text: string
  x: number
  y: number
  /** How wide it is set, whatever sans serif the reader's system has. */
  width: number
  size: number
  weight: 400 | 700
  fill: Part
}

interface Drawing {
  width: number
  height: number
  radius: number
  /** The mark of the site in its tile. */
  mark: { x: number; y: number; side: number }
  words: readonly Words[]
}

/**
 * `large` stands alone, in the two lines of the snippet that owners get. `small` stands in a line of
 * text or beside other badges; as a link it still has the 24 pixels that WCAG 2.5.8 asks for.
 */
const drawings = {
  large: {
    width: 180,
    height: 40,
    radius: 8,
    mark: { x: 17, y: 7, side: 26 },
    words: [
      { text: 'Listed on', x: 54, y: 15, width: 52, size: 12, weight: 400, fill: 'quiet' },
      { text: 'Proofstack', x: 54, y: 32, width: 109, size: 19, weight: 700, fill: 'ink' },
    ],
  },
  small: {
    width: 150,
    height: 24,
    radius: 5,
    mark: { x: 4, y: 4, side: 16 },
    words: [
      { text: 'Listed on', x: 26, y: 16, width: 51, size: 12, weight: 400, fill: 'quiet' },
      { text: 'Proofstack', x: 81, y: 16, width: 63, size: 12, weight: 700, fill: 'ink' },
    ],
  },
} as const satisfies Record<string, Drawing>

const themes = ['auto', 'light', 'dark'] as const

export interface BadgeLook {
  size: keyof typeof drawings
  theme: (typeof themes)[number]
}

/** Every look that an address can ask for. */
export const badgeLooks: readonly BadgeLook[] = (['large', 'small'] as const).flatMap((size) =>
  themes.map((theme) => ({ size, theme })),
)

/**
 * The look that a query asks for. What it does not know is the default, large and by the reader's
 * own scheme: a picture on somebody's site must not break over a letter.
 */
export function badgeLook(query: URLSearchParams): BadgeLook {
  const size = query.get('size') === 'small' ? 'small' : 'large'
  return { size, theme: themes.find((theme) => theme === query.get('theme')) ?? 'auto' }
}

/**
 * The same picture for every listing: no text of an owner in an image that stands on other people's
 * sites.
 */
export function badgeImage({ size, theme }: BadgeLook): string {
  const { width, height, radius, mark, words }: Drawing = drawings[size]
  const colours = badgeColours[theme === 'dark' ? 'dark' : 'light']
  // Colours are attributes, so that a page that forbids styles still shows the light scheme.
  const paint = (property: 'fill' | 'stroke', part: Part) =>
    `${theme === 'auto' ? `class="${part}" ` : ''}${property}="${colours[part]}"`
  const shapes = [
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="${radius}" ${paint('fill', 'paper')}/>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="${radius}" fill="none" ${paint('stroke', 'edge')}/>`,
    `<g transform="translate(${mark.x} ${mark.y}) scale(${mark.side / 32})" fill="none" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">`,
    `<rect width="32" height="32" rx="7" ${paint('fill', 'tile')}/>`,
    `<path d="M8 21.5h16M8 16h16" ${paint('stroke', 'lines')}/>`,
    `<path d="m9 9.5 3 3L18 6.5" ${paint('stroke', 'tick')}/></g>`,
    ...words.map(
      ({ text, x, y, width, size, weight, fill }) =>
        `<text x="${x}" y="${y}" textLength="${width}" lengthAdjust="spacingAndGlyphs" font-family="system-ui,sans-serif" font-size="${size}" font-weight="${weight}" ${paint('fill', fill)}>${text}</text>`,
    ),
  ]
  const style = theme === 'auto' ? `<style>${darkRules}</style>` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"><title>Listed on Proofstack</title>${style}${shapes.join('')}</svg>\n`
}

// A drawn line has a stroke, all else is filled.
const stroked: readonly Part[] = ['edge', 'lines', 'tick']

const darkRules = `@media (prefers-color-scheme:dark){${Object.entries(badgeColours.dark)
  .map(([part, colour]) => {
    const property = stroked.some((name) => name === part) ? 'stroke' : 'fill'
    return `.${part}{${property}:${colour}}`
  })
  .join('')}}`

/**
 * What a badge may do where it is opened by itself: nothing but its own style, which the policy of
 * the pages would forbid.
 */
export const badgePolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', darkRules, 'base64')}'`
