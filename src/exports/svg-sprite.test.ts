import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { svgSprite } from './svg-sprite.ts'

const folder = path.resolve(import.meta.dirname, '../../public/icons')
const icons = readdirSync(folder)
  .filter((file) => file.endsWith('.svg'))
  .map((file) => ({
    slug: file.slice(0, -'.svg'.length),
    svg: readFileSync(path.join(folder, file), 'utf8'),
  }))

it('every icon of the directory is a symbol with its view box, colour and shapes', () => {
  const { svg } = svgSprite('tools', icons)
  for (const { slug, svg: own } of icons) {
    const symbol = svg.split(`<symbol id="${slug}" `)[1]!.split('</symbol>')[0]!
    // An icon in one colour has it on its root, others on their shapes.
    expect(symbol).toMatch(/^(?:fill="[#\w]+" )?viewBox="[-\d. ]+"(?: fill="none")?>/)
    expect(symbol).toMatch(/fill="#[0-9a-fA-F]{3,8}"/)
    expect(symbol.match(/ d="[^"]+"/g)).toEqual(own.match(/ d="[^"]+"/g))
    expect(symbol).not.toContain('<title>')
  }
})

it('the name of the file changes with its content only', () => {
  const [first, ...rest] = icons
  expect(svgSprite('tools', icons).file).toMatch(/^tools\.[0-9a-f]{12}\.svg$/)
  expect(svgSprite('tools', icons).file).toBe(svgSprite('tools', [first!, ...rest]).file)
  expect(svgSprite('tools', rest).file).not.toBe(svgSprite('tools', icons).file)
})

it('a file that is not SVG fails the build with its name', () => {
  expect(() => svgSprite('tools', [{ slug: 'odd', svg: '<p>' }])).toThrow('the icon of odd')
})
