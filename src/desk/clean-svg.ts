// Makes a harmless SVG from one of a repository, which could run scripts, load files or hide content
// by its styles. Elements and attributes of the lists below are copied. Those that draw nothing are
// left out, and an SVG with any other is refused.

const elements: ReadonlySet<string> = new Set(
  'svg g path circle ellipse rect line polyline polygon defs linearGradient radialGradient stop clipPath mask'.split(
    ' ',
  ),
)
/** Elements that draw nothing. They are left out with all that is in them. */
const silent: ReadonlySet<string> = new Set(['title', 'desc', 'metadata'])

const attributes: ReadonlySet<string> = new Set(
  `id viewBox d points x y x1 y1 x2 y2 cx cy r rx ry fx fy width height transform fill fill-rule
fill-opacity clip-rule clip-path mask mask-type maskUnits maskContentUnits clipPathUnits opacity stroke
stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-opacity
gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity color`.split(/\s/),
)
/** Attributes without an effect on a picture that has no script and no style sheet. */
const idle =
  /^(?:xmlns|version|class|role|focusable|baseProfile|enable-background|preserveAspectRatio|data-.*|aria-.*|xml:space|xmlns:.*)$/
/** Properties of `style` attributes without an effect on shapes. */
const idleProperty =
  /^(?:-.*|line-height|flex|font-.*|text-.*|isolation|paint-order|display|overflow|shape-rendering|image-rendering)$/

/** Numbers, names and colours, of functions such as `rotate()`, but no entity, quote or address. */
const plainValue = /^[\w\s.,#()%+-]*$/
const ownTarget = /^url\(#[\w-]+\)$/

const opening = /<([A-Za-z][\w:-]*)((?:[\s/][^<>]*)?)>/y
const closing = /<\/([A-Za-z][\w:-]*)\s*>/y
const remark = /<!--[^]*?-->|<\?[^>]*\?>|<!DOCTYPE[^>[\]]*>/y
const between = /[^<]+/y
const attribute = /([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')\s*/y

/** The width and height of the drawing, from the root of an SVG; undefined if it does not say. */
export function sizeOfSvg(text: string): { width: number; height: number } | undefined {
  const root = /<svg\b([^<>]*)>/.exec(text)?.[1] ?? ''
  const box =
    /\bviewBox\s*=\s*["']([^"']*)["']/
      .exec(root)?.[1]
      ?.trim()
      .split(/[\s,]+/) ?? []
  const length = (name: string) =>
    Number(new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)(?:px)?["']`).exec(root)?.[1])
  const [width, height] =
    box.length === 4 ? [Number(box[2]), Number(box[3])] : [length('width'), length('height')]
  return width > 0 && height > 0 ? { width, height } : undefined
}

/** A new SVG with only the shapes of this one; undefined if it has anything else. */
export function cleanSvg(text: string): string | undefined {
  const size = sizeOfSvg(text)
  if (!size) return undefined
  const open: string[] = []
  const written: string[] = []
  let hidden: number | undefined
  let at = 0
  const next = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  text = text.replace(/^\uFEFF/, '').trim()
  while (at < text.length) {
    if (next(remark)) continue
    const end = next(closing)
    if (end) {
      if (open.pop() !== end[1]) return undefined
      if (hidden === undefined) written.push(`</${end[1]}>`)
      else if (hidden === open.length) hidden = undefined
      continue
    }
    const start = next(opening)
    if (!start) {
      // Text is harmless only where it is left out, or empty.
      const words = next(between)
      if (!words || (hidden === undefined && words[0].trim() !== '')) return undefined
      continue
    }
    const [, name = '', rest = ''] = start
    const isEmpty = rest.endsWith('/')
    const isRoot = open.length === 0
    if (isRoot !== (name === 'svg') || (isRoot && written.length > 0)) return undefined
    if (hidden === undefined && (silent.has(name) || name.includes(':'))) {
      if (!isEmpty) hidden = open.length
    } else if (hidden === undefined) {
      const kept = elements.has(name)
        ? cleanAttributes(isEmpty ? rest.slice(0, -1) : rest, isRoot, name)
        : undefined
      if (!kept) return undefined
      const frame = kept.some((one) => one.startsWith('viewBox='))
        ? ''
        : ` viewBox="0 0 ${size.width} ${size.height}"`
      const root = isRoot ? ` xmlns="http://www.w3.org/2000/svg"${frame}` : ''
      written.push(`<${[name + root, ...kept].join(' ')}${isEmpty ? '/' : ''}>`)
    }
    if (!isEmpty) open.push(name)
  }
  return open.length === 0 && written.length > 0 ? written.join('') : undefined
}

function cleanAttributes(text: string, isRoot: boolean, element: string): string[] | undefined {
  const kept = new Map<string, string>()
  const rest = text.trimStart()
  let at = 0
  while (at < rest.length) {
    attribute.lastIndex = at
    const found = attribute.exec(rest)
    if (!found) return undefined
    at = attribute.lastIndex
    const [, name = '', double, single] = found
    const value = (double ?? single ?? '').trim()
    if (name === 'style') {
      const own = fromStyle(value)
      if (!own) return undefined
      for (const [property, worth] of own) kept.set(property, worth)
    } else if (name === 'href' || name === 'xlink:href') {
      // A gradient may continue another one of the same file.
      if (!element.endsWith('Gradient') || !/^#[\w-]+$/.test(value)) return undefined
      kept.set('href', value)
    } else if (attributes.has(name)) {
      if (isRoot && /^(?:x|y|width|height)$/.test(name)) continue
      if (!isHarmless(value)) return undefined
      if (!kept.has(name)) kept.set(name, value)
    } else if (!idle.test(name) && (!name.includes(':') || name.startsWith('on'))) return undefined
  }
  return [...kept].map(([name, value]) => `${name}="${value.replace(/\s+/g, ' ')}"`)
}

const isHarmless = (value: string) =>
  plainValue.test(value) && (!/url/i.test(value) || ownTarget.test(value))

/** The declarations of a `style` attribute as attributes; undefined if one is not known. */
function fromStyle(text: string): [string, string][] | undefined {
  const declared = text
    .split(';')
    .map((one) => one.split(':').map((part) => part.trim()))
    .filter(([name]) => name !== '' && !idleProperty.test(name!))
  const all = declared.every(
    (parts) =>
      parts.length === 2 && attributes.has(parts[0]!) && parts[0] !== 'd' && isHarmless(parts[1]!),
  )
  return all ? declared.map(([name = '', value = '']) => [name, value]) : undefined
}
