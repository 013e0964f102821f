import { expect, it } from 'vitest'
import { linesOf, widthOf } from './glyph-widths.ts'
import { type Picture, type Tile, canBeDrawn, greenBand } from './picture.ts'
import { pictureFile, pictureSvg, pictureWords } from './picture.ts'

const tile = (slug: string): Tile => ({
  slug,
  name: slug,
  icon: { attributes: 'viewBox="0 0 9 9"', shapes: '<path id="a" d="M0 0h9v9z"/>' },
})

const quill: Picture = {
  title: 'Quill',
  text: 'Answers letters.',
  tiles: [tile('redis'), tile('python')],
  proof: '2 of 2 tools proved',
  note: 'MCP since May 2025',
  band: greenBand('quill'),
}

const tilesIn = (svg: string) => svg.match(/fill="#fff"/g)?.length ?? 0
const sizeOf = (svg: string) =>
  Number(/weight="600" font-size="(\d+)" fill="#eaf4ef"/.exec(svg)![1])

it('the name of a file changes with the drawing only', () => {
  const name = (picture: Picture) => pictureFile('product-quill', pictureSvg(picture))
  expect(name(quill)).toMatch(/^product-quill\.[0-9a-f]{12}\.png$/)
  expect(name({ ...quill })).toBe(name(quill))
  expect(name({ ...quill, proof: '3 sources read' })).not.toBe(name(quill))
})

it('text of owners cannot become elements of the drawing', () => {
  const svg = pictureSvg({ ...quill, title: '</text><image href="https://evil.example/x"/>&amp;' })
  expect(svg).not.toContain('<image')
  expect(svg).not.toContain('&amp;')
  expect(svg).toContain('&#60;/text&#62;')
})

it('characters that the fonts lack are left out of texts, and a name with such a character is not drawn', () => {
  expect(pictureSvg({ ...quill, text: 'Fast 🚀 and\u0000 sure' })).toContain('Fast  and sure')
  expect(['Quill', 'Żółw', 'n8n — “x”'].map(canBeDrawn)).toEqual([true, true, true])
  expect(['羽', 'Quill 🪶', 'ريشة'].map(canBeDrawn)).toEqual([false, false, false])
})

it('a long name has a smaller font, then two lines, and no line reaches the band', () => {
  expect(sizeOf(pictureSvg(quill))).toBe(100)
  expect(sizeOf(pictureSvg({ ...quill, title: 'A product of twenty-eight ok' }))).toBe(60)
  const long = { ...quill, title: 'W'.repeat(80), text: 'w'.repeat(500), note: 'w'.repeat(99) }
  const lines = [...pictureSvg(long).matchAll(/weight="(\d+)" font-size="(\d+)"[^>]*>([^<]*)</g)]
  const widths = lines.map(([, bold, size, words]) =>
    widthOf(words!, bold === '600' ? 'semibold' : 'regular', Number(size)),
  )
  expect(Math.max(...widths)).toBeLessThanOrEqual(802)
  expect(pictureSvg(long)).not.toContain('· w')
})

it('tools are tiles in two rows with ids of their own, and the last tile counts the rest', () => {
  const svg = pictureSvg(quill)
  expect(tilesIn(svg)).toBe(2)
  expect(svg).toContain('id="redis.a"')
  expect(svg).not.toContain('>+')
  const many = Array.from({ length: 25 }, (_, at) => tile(`tool-${at}`))
  expect(tilesIn(pictureSvg({ ...quill, tiles: many.slice(7) }))).toBe(18)
  const full = pictureSvg({ ...quill, tiles: many })
  expect(tilesIn(full)).toBe(17)
  expect(full).toContain('>+8<')
})

it.each([100, 52])('a line over time is between the text and the proof, title size %i', (size) => {
  const title = size === 100 ? 'Quill' : 'Q u i l l '.repeat(9)
  const svg = pictureSvg({ ...quill, title, text: 'Answers letters. '.repeat(9), line: [3, 9, 6] })
  expect(sizeOf(svg)).toBe(size)
  const points = /<polyline points="([^"]+)"/.exec(svg)![1]!.split(' ')
  const at = points.map((point) => point.split(',').map(Number))
  expect(at.map(([x]) => x)).toEqual([64, 465, 866])
  const heights = at.map(([, y]) => y!)
  const tiles = Math.max(...[...svg.matchAll(/y="([\d.]+)" width="70"/g)].map(([, y]) => Number(y)))
  expect(Math.min(...heights)).toBeGreaterThan(tiles + 70)
  expect(Math.max(...heights)).toBeLessThan(504 - 28)
})

it('the picture of a product that has ended is grey', () => {
  const grey = pictureSvg({ ...quill, isEnded: true })
  expect(pictureSvg(quill)).toContain('fill="#0d2a22"')
  expect(grey).not.toContain('fill="#0d2a22"')
  expect(grey).toContain('opacity="0.6"')
})

it('the alternative text has the title, the proof and the tools', () => {
  expect(pictureWords(quill)).toBe('Quill. 2 of 2 tools proved. redis, python')
})

it('lines break between words, and cut text ends in an ellipsis', () => {
  const box = { weight: 'regular', size: 34, width: 200, most: 2 } as const
  expect(linesOf('one two', box)).toEqual(['one two'])
  const lines = linesOf('one two three four five six seven eight', box)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toBe('one two')
  expect(lines[1]).toMatch(/…$/)
})

it('a letter with a diacritic is as wide as the plain letter', () => {
  expect(widthOf('é', 'semibold', 100)).toBe(widthOf('e', 'semibold', 100))
})
