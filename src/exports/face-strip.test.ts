import { expect, it } from 'vitest'
import { faceStrip } from './face-strip.ts'

const bytes = (text: string) => Buffer.from(text)
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" fill="none" viewBox="0 0 9 9"><path id="a" d="M0 0h9"/><use href="#a" fill="url(#b)"/></svg>'
const faces = [
  { name: 'a.svg', bytes: bytes(`${drawing}\n`) },
  { name: 'b.png', bytes: bytes('\u0089PNG') },
]

it('the faces stand side by side on light plates, in one file', () => {
  const { svg, width, height } = faceStrip('coding', faces)
  expect({ width, height }).toEqual({ width: 52, height: 24 })
  expect(svg).toContain('width="52" height="24" viewBox="0 0 52 24"')
  expect(svg.match(/<rect x="\d+"/g)).toEqual(['<rect x="0"', '<rect x="28"'])
  expect(svg.match(/<(?:svg|image) x="\d+"/g)).toEqual(['<svg x="3"', '<image x="31"'])
})

it('a drawing keeps its shapes with ids of its own, and a bitmap is in the file whole', () => {
  const { svg } = faceStrip('coding', faces)
  expect(svg).toContain(
    '<svg x="3" y="3" width="18" height="18" fill="none" viewBox="0 0 9 9"><path id="f0-a" d="M0 0h9"/><use href="#f0-a" fill="url(#f0-b)"/></svg>',
  )
  expect(svg).toContain(`href="data:image/png;base64,${bytes('\u0089PNG').toString('base64')}"`)
})

it('the name of the file changes with its faces', () => {
  const { file } = faceStrip('coding', faces)
  expect(file).toMatch(/^coding\.[0-9a-f]{12}\.svg$/)
  expect(faceStrip('coding', faces).file).toBe(file)
  expect(faceStrip('coding', faces.slice(1)).file).not.toBe(file)
})
