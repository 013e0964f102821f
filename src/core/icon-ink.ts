import type { Icon } from './icon.ts'

const colour = /(?<=(?:fill|stroke|stop-color)=")#(?:[\da-f]{6}|[\da-f]{3})(?=")/gi

/**
 * The icon with near-black and near-white replaced by the ink of the page, because each of them is
 * not seen in one of the colour schemes. An icon of several colours with white among them stays: its
 * other colours are behind the white.
 */
export function withInk({ attributes, shapes }: Icon): Icon {
  const colours = new Set(`${attributes} ${shapes}`.toLowerCase().match(colour))
  if (colours.size > 1 && [...colours].some(isNearWhite)) return { attributes, shapes }
  const inked = (text: string) =>
    text.replace(colour, (one) => (isNearBlack(one) || isNearWhite(one) ? 'currentColor' : one))
  return { attributes: inked(attributes), shapes: inked(shapes) }
}

// On the dark page (--paper), a colour of this luminance has a contrast of 1.7.
const isNearBlack = (hex: string) => luminance(hex) < 0.05
const isNearWhite = (hex: string) => luminance(hex) > 0.9

/** WCAG 2.2, relative luminance: from 0 for black to 1 for white. */
function luminance(hex: string): number {
  const long = hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(long.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
