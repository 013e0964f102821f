import { describe, expect, it } from 'vitest'
import { tagsOf } from './html-tags.ts'

/** Each tag as `a`, or `/a` for an end tag, with the attribute `x` if present. */
function read(html: string): string {
  return [...tagsOf(html)]
    .map(({ name, isEnd, attribute }) => {
      const x = attribute('x')
      return `${isEnd ? '/' : ''}${name}${x === undefined ? '' : `=${x}`}`
    })
    .join(' ')
}

// The results of the tokenizer in the HTML standard.
it.each([
  ['<a x=1><B>t</B></A >', 'a=1 b /b /a'],
  ['<a\nx\t=\r\n"1"><a x/><a/x=1><a / x = 1 >', 'a=1 a= a=1 a=1'],
  [`<a x='"'><a x="'"><a x='>'><a x=">"><a x="<b>">`, `a=" a=' a=> a=> a=<b>`],
  ['<a x=1/><a x=/><a x= >', 'a=1/ a=/ a='],
  ['<a X=1 x=2>', 'a=1'],
  ['<a y="1"x=2>', 'a=2'],
  ['<a y=1"x=2>', 'a'],
  ['<a "x=1>', 'a'],
  ['<a =x=1 x=2>', 'a=2'],
  ['<a ==x x=2>', 'a=2'],
  ['<a x=a"b\'c=d`e<f>', 'a=a"b\'c=d`e<f'],
  ['<a x="1', ''],
  ['<a x=1', ''],
  ['<a', ''],
  ['<', ''],
  ['a < b <2> <_a> < a> <b>', 'b'],
  ['<<a>', 'a'],
  ['<a<b>', 'a<b'],
  ['<a <b x=1>', 'a=1'],
  ['</a x=1>', '/a'],
  ['</ a><b>', 'b'],
  ['</><b>', 'b'],
  ['</1 <a>><b>', 'b'],
  ['<?php <a> ?><b>', 'b'],
  ['<!doctype html><b>', 'b'],
  ['<!DOCTYPE a "<b>"><c>', 'c'],
  ['<![CDATA[<a>]]><b>', 'b'],
  ['<!-- <a> --><b>', 'b'],
  ['<!-- <a> --!><b>', 'b'],
  ['<!-- <a> -- > -> <b>', ''],
  ['<!--><b>', 'b'],
  ['<!---><b>', 'b'],
  ['<!----><b>', 'b'],
  ['<!-----><b>', 'b'],
  ['<!--!><a>--><b>', 'b'],
  ['<!---!><a>--><b>', 'b'],
  ['<!--<!-- <a> --><b>', 'b'],
  ['<!-- <a>', ''],
  ['<!- <a>-><b>', 'b'],
])('%s has the tags %j', (html, tags) => {
  expect(read(html)).toBe(tags)
})

describe('text without tags', () => {
  it.each(['iframe', 'noembed', 'noframes', 'script', 'style', 'textarea', 'title'])(
    'is all that stands within %s',
    (name) => {
      const text = `<a></a><!-- </${name}x></ ${name}>`
      expect(read(`<${name} x=1>${text}</${name.toUpperCase()}\n><b>`)).toBe(`${name}=1 /${name} b`)
      expect(read(`<${name}>${text}`)).toBe(name)
      expect(read(`<${name}/><a></${name}/><b>`)).toBe(`${name} /${name} b`)
    },
  )

  it('is all that stands within noscript, which is read as noframes', () => {
    expect(read('<noscript><a><!-- </noscript><b>')).toBe('noframes /noframes b')
  })

  it('is everything after plaintext', () => {
    expect(read('<b><plaintext></plaintext><a>')).toBe('b plaintext')
  })
})

it.each([
  ['a&amp;b', 'a&b'],
  ['?a=1&amp;b=2&c=3', '?a=1&b=2&c=3'],
  ['https&colon;&sol;&sol;a&period;b', 'https://a.b'],
  ['&#47;&#x2f;&#X2F;&#47x&#x2fx', '////x/x'],
  ['&amp&lt&gt&quot', '&<>"'],
  ['?a&amp=1&ampb&lt2&quot;', '?a&amp=1&ampb&lt2"'],
  ['&amp;amp;', '&amp;'],
  ['&sol&Sol;&apos', '&sol&Sol;&apos'],
  ['&unknown;&;&#;&#x;&', '&unknown;&;&#;&#x;&'],
  ['&toString;&constructor;&__proto__;', '&toString;&constructor;&__proto__;'],
  ['&#0;&#xD800;&#x110000;&#99999999999999999999;', '\uFFFD\uFFFD\uFFFD\uFFFD'],
  ['&#x1F600;', '😀'],
])('the attribute %s is read as %j', (written, value) => {
  expect(tagsOf(`<a x='${written}'>`)[0]!.attribute('x')).toBe(value)
})
