import { describe, expect, it } from 'vitest'
import { cleanSvg } from './clean-svg.ts'

const root = (inner: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"${more}>${inner}</svg>`

describe('a clean SVG', () => {
  it('keeps its shapes, and loses what draws nothing', () => {
    const own = `\uFEFF<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">
<!-- by Inkscape --><svg width="24px" height="24" version="1.1" xmlns:xlink="http://www.w3.org/1999/xlink">
<title>Acme</title><metadata><rdf:RDF><b>made</b></rdf:RDF></metadata>
<sodipodi:namedview id="v"/><g class="a" inkscape:label="Layer" style="fill:#f00;-inkscape-x:y; line-height:1">
<path d='M0 0h24v24z' data-name="p"/></g></svg>`
    expect(cleanSvg(own)?.replace(/\s*\n\s*/g, '')).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g fill="#f00"><path d="M0 0h24v24z"/></g></svg>',
    )
  })

  it('keeps gradients of its own', () => {
    const inner =
      '<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient><linearGradient id="b" href="#a"/></defs><rect width="9" height="9" fill="url(#b)"/>'
    expect(cleanSvg(root(inner))).toBe(root(inner))
  })
})

it.each([
  ['a script', root('<script>alert(1)</script>')],
  ['a script in what is left out, after its end', root('<title/><script/>')],
  ['an upper-case script', root('<SCRIPT/>')],
  ['a foreign element', root('<foreignObject><body xmlns="x"/></foreignObject>')],
  ['a handler', root('<path d="M0 0" onload="alert(1)"/>')],
  ['a handler of the root', root('', ' onload="alert(1)"')],
  ['a handler with a prefix', root('<path on:load="alert(1)"/>')],
  ['a picture elsewhere', root('<image href="https://evil.example/a.png"/>')],
  ['a reference elsewhere', root('<use href="https://evil.example/a.svg#b"/>')],
  ['many copies of itself', root('<g id="a"/><use href="#a"/>')],
  ['a gradient elsewhere', root('<linearGradient xlink:href="https://evil.example/#a"/>')],
  ['a link', root('<a href="javascript:alert(1)"><path d="M0 0"/></a>')],
  ['an animation', root('<set attributeName="href" to="javascript:alert(1)"/>')],
  ['a style sheet', root('<style>@import url(https://evil.example)</style>')],
  ['a style with an address', root('<path style="fill:url(https://evil.example/#a)"/>')],
  ['a fill with an address', root('<path fill="url(//evil.example#a)"/>')],
  ['a fill with a written-out address', root('<path fill="u&#114;l(//evil.example#a)"/>')],
  ['an escaped style', root('<path style="fill:\\75rl(//evil.example)"/>')],
  ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${root('<path d="&a;"/>')}`],
  ['CDATA', root('<![CDATA[<script/>]]>')],
  ['letters', root('Acme')],
  ['a second root', root('') + root('')],
  ['an SVG in it', root('<svg viewBox="0 0 1 1"/>')],
  ['an attribute without quotes', root('<path d=M0/>')],
  ['a part of a file', root('<g>')],
  ['parts in the wrong order', root('<g><path d="M0 0"></g></path>')],
  ['no size', '<svg><path d="M0 0"/></svg>'],
  ['HTML', '<!doctype html><html></html>'],
  ['nothing', ''],
])('an SVG with %s is not clean', (_, text) => {
  expect(cleanSvg(text)).toBeUndefined()
})
