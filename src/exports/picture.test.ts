import { expect, it } from 'vitest'
import { linesOf, widthOf } from './glyph-widths.ts'
import { type Picture, canBeDrawn, pictureFile, pictureSvg, pictureWords } from './picture.ts'

const quill: Picture = {
  title: 'Quill',
  text: 'Answers letters.',
  proof: '2 sources read',
  names: ['Redis', 'Python'],
  of: 2,
}

const sizeOf = (svg: string) =>
  Number(/weight="600" font-size="(\d+)" fill="#17202b"/.exec(svg)![1])

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

it('a long name has a smaller font, then two lines, and no line is wider than the picture', () => {
  expect(sizeOf(pictureSvg(quill))).toBe(84)
  expect(sizeOf(pictureSvg({ ...quill, title: 'A product of thirty-four signs, ok' }))).toBe(60)
  const svg = pictureSvg({
    title: 'W'.repeat(80),
    text: 'w'.repeat(500),
    proof: '',
    names: [],
    of: 0,
  })
  const lines = [...svg.matchAll(/weight="(\d+)" font-size="(\d+)"[^>]*>([^<]*)</g)]
  const widths = lines.map(([, bold, size, words]) =>
    widthOf(words!, bold === '600' ? 'semibold' : 'regular', Number(size)),
  )
  expect(Math.max(...widths)).toBeLessThanOrEqual(1056)
})

it('the face of a product is drawn above the name, and other pictures have none', () => {
  const face = '<path fill="#cdf" d="M0 0h4v4H0z"/>'
  const svg = pictureSvg({ ...quill, face })
  expect(svg).toContain(
    `<g transform="translate(1016 64) scale(28)" clip-path="url(#face)">${face}</g>`,
  )
  expect(pictureSvg(quill)).not.toContain('clip')
})

it('the picture has the number of the names that do not fit', () => {
  const names = Array.from({ length: 60 }, (_, index) => `Tool ${index}`)
  const shown = /Tool 0 [^<]*/.exec(pictureSvg({ ...quill, names, of: 70 }))![0]
  const more = Number(/\+(\d+)$/.exec(shown)![1])
  expect(shown.split(' · ').length - 1 + more).toBe(70)
})

it.each([84, 56])('a line over time is between the text and the proof, title size %i', (size) => {
  const title = size === 84 ? 'Quill' : 'Q u i l l '.repeat(9)
  const svg = pictureSvg({ ...quill, title, text: 'Answers letters. '.repeat(9), line: [3, 9, 6] })
  expect(sizeOf(svg)).toBe(size)
  const points = /<polyline points="([^"]+)"/
    .exec(svg)![1]!
    .split(' ')
    .map((at) => at.split(','))
  expect(points.map(([x]) => Number(x))).toEqual([72, 600, 1128])
  const heights = points.map(([, y]) => Number(y))
  const [text] = [...svg.matchAll(/y="(\d+(?:\.\d+)?)"[^>]* font-size="34"/g)].map(([, y]) =>
    Number(y),
  )
  expect(Math.min(...heights)).toBeGreaterThan(text! + 10)
  expect(Math.max(...heights)).toBeLessThan(506 - 28)
  expect(svg.match(/font-size="34"/g)).toHaveLength(1)
})

it('bars take the place of the names, each below the one before, and all above the proof', () => {
  const bars = [30, 20, 10, 9, 8, 7].map((count) => ({
    name: `A ${count}`,
    count,
    value: `${count} of 30`,
  }))
  const svg = pictureSvg({ ...quill, text: 'Answers letters. '.repeat(9), bars })
  const rects = [...svg.matchAll(/<rect x="\d+" y="([\d.]+)" width="([\d.]+)"/g)].map(
    ([, y, width]) => [Number(y), Number(width)],
  )
  expect(rects.length).toBeGreaterThan(3)
  expect(rects.every(([y], at) => at === 0 || y! >= rects[at - 1]![0]! + 32)).toBe(true)
  expect(rects.at(-1)![0]! + 32).toBeLessThan(568 - 28)
  expect(rects[0]![1]! / rects[2]![1]!).toBeCloseTo(3, 1)
  expect(svg).toContain('>30 of 30<')
  expect(svg).not.toContain('Redis')
})

it('the alternative text has the title, the proof and the names or the bars', () => {
  expect(pictureWords(quill)).toBe('Quill. 2 sources read. Redis, Python')
  expect(pictureWords({ ...quill, bars: [{ name: 'Redis', count: 3, value: '3 of 4' }] })).toBe(
    'Quill. 2 sources read. Redis 3 of 4',
  )
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
