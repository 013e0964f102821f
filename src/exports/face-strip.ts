// Draws the marks of a few products side by side in one SVG, so that a page loads one file for all
// of them.
import { hash } from 'node:crypto'

/** The file of a product's mark. */
export interface FaceFile {
  name: string
  bytes: Uint8Array
}

const plate = 24
const gap = 4
const margin = 3
/** The plate is light in both colour schemes, because most marks are made for a light ground. */
const ground = '#edf1ef'

export interface FaceStrip {
  file: string
  svg: string
  width: number
  height: number
}

/** One SVG with these marks. The file name contains a hash, so the file can be cached forever. */
export function faceStrip(name: string, faces: readonly FaceFile[]): FaceStrip {
  const width = faces.length * (plate + gap) - gap
  const inner = plate - 2 * margin
  const drawn = faces.map((face, place) => {
    const x = place * (plate + gap)
    const box = `x="${x + margin}" y="${margin}" width="${inner}" height="${inner}"`
    return `<rect x="${x}" width="${plate}" height="${plate}" rx="5" fill="${ground}"/>${drawing(face, place, box)}`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${plate}" viewBox="0 0 ${width} ${plate}">${drawn.join('')}</svg>`
  return { file: `${name}.${hash('sha256', svg).slice(0, 12)}.svg`, svg, width, height: plate }
}

// Copies the shapes of an SVG into the strip. A nested picture would cost a phone a tenth of a
// second, because a browser opens a document for each. The ids are made unique within the strip.
function drawing({ name, bytes }: FaceFile, place: number, box: string): string {
  if (!name.endsWith('.svg'))
    return `<image ${box} href="data:image/png;base64,${Buffer.from(bytes).toString('base64')}"/>`
  const text = Buffer.from(bytes).toString().trim()
  const root = text.slice('<svg '.length, text.indexOf('>'))
  const shapes = text.slice(text.indexOf('>') + 1, text.lastIndexOf('</svg>'))
  const kept = root.match(/\b(?:viewBox|fill|fill-rule)="[^"]*"/g) ?? []
  const own = shapes.replace(/( id="|url\(#|href="#)/g, `$1f${place}-`)
  return `<svg ${box} ${kept.join(' ')}>${own}</svg>`
}
