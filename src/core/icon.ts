/** An icon: attributes of its root element, and the shapes inside. */
export interface Icon {
  attributes: string
  shapes: string
}

/** The icon of an SVG file; undefined if the file has more than shapes. */
export function iconOf(svg: string): Icon | undefined {
  const [, root = '', inside = ''] = /^<svg([^>]*)>(.*)<\/svg>$/s.exec(svg.trim()) ?? []
  // Pages show the name as text beside the icon.
  const shapes = inside.replace(/<title>[^<]*<\/title>/, '')
  const kept = root.match(/\b(?:viewBox|fill|fill-rule)="[\w\s.#-]*"/g)
  if (!kept || shapes.replace(harmless, '').trim() !== '') return undefined
  // Shapes without a colour are black.
  if (!kept.some((one) => one.startsWith('fill='))) kept.push('fill="currentColor"')
  return { attributes: kept.join(' '), shapes }
}

/**
 * An element that draws, with values that run and load nothing: no handlers and styles, and
 * references within the icon only.
 */
const harmless =
  /<\/?(?:g|path|circle|ellipse|rect|line|polyline|polygon|defs|linearGradient|radialGradient|stop|clipPath|mask|use)(?:\s+(?:(?!on|style|href)[a-z][\w-]*="(?![^"]*url\((?!#))[\w\s.,#()%+-]*"|(?:xlink:)?href="#[\w-]+"))*\s*\/?>/gi
