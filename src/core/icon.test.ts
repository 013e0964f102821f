import { describe, expect, it } from 'vitest'
import { iconOf } from './icon.ts'

const around = (inside: string) => `<svg viewBox="0 0 24 24">${inside}</svg>`

it('an icon has the view box and colour of its file, and the shapes without the title', () => {
  const file =
    '<svg style="flex:none" fill="#0af" fill-rule="evenodd" width="1em" viewBox="0 0 24 24" xmlns="http://www.w3.org/2000/svg"><title>A</title><path d="M0 0h1"/></svg>\n'
  expect(iconOf(file)).toEqual({
    attributes: 'fill="#0af" fill-rule="evenodd" viewBox="0 0 24 24"',
    shapes: '<path d="M0 0h1"/>',
  })
})

it('shapes without a colour, which are black, get the ink of the page', () => {
  expect(iconOf(around('<path d="M0 0"/>'))?.attributes).toContain('fill="currentColor"')
})

it('an icon may use its own gradients and shapes', () => {
  const shapes =
    '<defs><linearGradient id="a" x1="0%"><stop offset=".5" stop-color="#fff"/></linearGradient><path id="b" d="M0 0"/></defs><g transform="rotate(45 1,2)"><use href="#b"/><use xlink:href="#b" /><path fill="url(#a)" d="m-1.5 2e3z"/></g>'
  expect(iconOf(around(shapes))?.shapes).toBe(shapes)
})

describe('an icon is refused that has', () => {
  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['an empty script', '<script href="#a"/>'],
    ['a handler', '<path d="M0 0" onload="a"/>'],
    ['a handler in capitals', '<path ONLOAD="a" d="M0 0"/>'],
    ['HTML', '<foreignObject><p>A</p></foreignObject>'],
    ['a picture', '<image href="#a"/>'],
    ['a link', '<a href="#a"><path d="M0 0"/></a>'],
    ['an animation', '<path d="M0 0"><set attributeName="href" to="a"/></path>'],
    ['a style', '<path style="fill:red" d="M0 0"/>'],
    ['a style sheet', '<style>path{}</style>'],
    ['a reference to another host', '<use href="//evil.example/a.svg#b"/>'],
    ['a reference to another file', '<use href="a.svg#b"/>'],
    ['the same in XLink', '<use xlink:href="a.svg#b"/>'],
    ['a colour from another file', '<path fill="url(a.svg#b)" d="M0 0"/>'],
    ['the same in capitals', '<path fill="#fff URL(a.svg#b)" d="M0 0"/>'],
    ['an entity', '<path fill="&#x75;rl(a)" d="M0 0"/>'],
    ['words', '<path d="M0 0"/>Acme'],
    ['another SVG', '<svg/>'],
  ])('%s', (_, inside) => {
    expect(iconOf(around(inside))).toBeUndefined()
  })

  it('no root', () => {
    expect(iconOf('<p>')).toBeUndefined()
  })
})
