import { describe, expect, it } from 'vitest'
import { iconFile, svgSprite } from './svg-sprite.ts'

const icon = {
  attributes: 'viewBox="0 0 256 301" fill="currentColor"',
  shapes:
    '<defs><linearGradient id="a"/><path id="b"/></defs><path fill="url(#a)"/><use href="#b"/><use xlink:href="#b"/>',
}
const icons = { one: icon, two: icon }

describe('the sprite', () => {
  it('has a symbol for each icon, whose ids no other icon has', () => {
    const { svg } = svgSprite('tools', icons)
    expect(svg).toContain(
      '<symbol id="two" viewBox="0 0 256 301" fill="currentColor"><defs><linearGradient id="two.a"/><path id="two.b"/></defs><path fill="url(#two.a)"/><use href="#two.b"/><use xlink:href="#two.b"/></symbol>',
    )
    const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(6)
    const used = [...svg.matchAll(/#([\w.]+)/g)].map(([, id]) => id)
    expect(ids).toEqual(expect.arrayContaining(used))
  })

  it('has another name when an icon changes', () => {
    const { file } = svgSprite('tools', icons)
    expect(file).toMatch(/^tools\.[0-9a-f]{12}\.svg$/)
    expect(svgSprite('tools', { ...icons }).file).toBe(file)
    expect(svgSprite('tools', { one: icon }).file).not.toBe(file)
  })
})

it('the file of one icon has the ink of both colour schemes', () => {
  expect(iconFile({ attributes: 'viewBox="0 0 24 24"', shapes: '<path d="M0 0"/>' })).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" color="#17202b" viewBox="0 0 24 24"><style>@media(prefers-color-scheme:dark){svg{color:#e8ebee}}</style><path d="M0 0"/></svg>',
  )
})
