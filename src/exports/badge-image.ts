import { hash } from 'node:crypto'

/**
 * Colours of the badge. Each scheme has its own background, so that the text is readable on any
 * page: the dark badge also appears on light pages if the reader's system is set to dark.
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

type Part = keyof typeof badgeColours.light

/**
 * `large` has two lines of text and stands alone. `small` fits into a line of text or a row of
 * badges; its height of 24 pixels is the minimum for a link in WCAG 2.5.8. `mark` is the logo of the
 * site. Text is stretched or squeezed to its width, because each system has another sans-serif font.
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
} as const

const themes = ['auto', 'light', 'dark'] as const

/**
 * Reads size and theme of the badge from a query. Unknown values mean the default (large, with the
 * theme of the reader's system): a typo must not break the picture on an owner's site.
 */
export function badgeLook(query: URLSearchParams) {
  const size: keyof typeof drawings = query.get('size') === 'small' ? 'small' : 'large'
  return { size, theme: themes.find((theme) => theme === query.get('theme')) ?? 'auto' }
}

/**
 * The badge as SVG. It is the same for every listing and has no text written by owners, because
 * other sites embed it.
 */
export function badgeImage({ size, theme }: ReturnType<typeof badgeLook>): string {
  const { width, height, radius, mark, words } = drawings[size]
  const isAuto = theme === 'auto'
  const colours = badgeColours[theme === 'dark' ? 'dark' : 'light']
  // Colours are attributes, not styles: a page whose CSP forbids styles still shows the light
  // scheme.
  const paint = (part: Part) =>
    `${isAuto ? `class="${part}" ` : ''}${propertyOf(part)}="${colours[part]}"`
  const frame = `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="${radius}"`
  const shapes = [
    `${frame} ${paint('paper')}/>`,
    `${frame} fill="none" ${paint('edge')}/>`,
    `<g transform="translate(${mark.x} ${mark.y}) scale(${mark.side / 32})" fill="none" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">`,
    `<rect width="32" height="32" rx="7" ${paint('tile')}/>`,
    `<path d="M8 21.5h16M8 16h16" ${paint('lines')}/>`,
    `<path d="m9 9.5 3 3L18 6.5" ${paint('tick')}/></g>`,
    ...words.map(
      ({ text, x, y, width, size, weight, fill }) =>
        `<text x="${x}" y="${y}" textLength="${width}" lengthAdjust="spacingAndGlyphs" font-family="system-ui,sans-serif" font-size="${size}" font-weight="${weight}" ${paint(fill)}>${text}</text>`,
    ),
  ]
  const style = isAuto ? `<style>${darkRules}</style>` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"><title>Listed on Proofstack</title>${style}${shapes.join('')}</svg>\n`
}

// Parts that are lines get their colour by `stroke`, all other parts by `fill`.
const propertyOf = (part: string) => (['edge', 'lines', 'tick'].includes(part) ? 'stroke' : 'fill')

const darkRules = `@media (prefers-color-scheme:dark){${Object.entries(badgeColours.dark)
  .map(([part, colour]) => `.${part}{${propertyOf(part)}:${colour}}`)
  .join('')}}`

/**
 * The CSP of a badge that is opened in its own tab. It allows the style element of the badge; the
 * CSP of our pages forbids such styles.
 */
export const badgePolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', darkRules, 'base64')}'`
