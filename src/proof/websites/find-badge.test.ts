import { describe, expect, it } from 'vitest'
import { guard } from '#proof/fetch/guard.ts'
import { findBadge } from './find-badge.ts'

const siteUrl = 'https://proofstack.example'
const listing = `${siteUrl}/product/acme`
const picture = `${siteUrl}/badge/acme.svg`
const badge = `<a href="${listing}"><img src="${picture}"></a>`

function find(html: string, url = 'https://acme.example/') {
  return findBadge({ html, url }, { siteUrl, slug: 'acme' }) ?? 'missing'
}

it('the badge of the approval mail is found, and its link is followed', () => {
  const mailed = `<a href="${listing}"><img src="${picture}" alt="Listed on Proofstack" width="180" height="40"></a>`
  expect(find(`<!doctype html><title>Acme</title><body><p>Hello</p>${mailed}`)).toBe('dofollow')
})

describe('a badge is found', () => {
  it.each([
    ['in capitals', `<A HREF="${listing}"><IMG SRC="${picture}"></A>`],
    ['without quotes', `<a href=${listing} ><img src=${picture} ></a>`],
    ['in XHTML', `<a href='${listing}'><img src='${picture}' /></a>`],
    ['with text and elements around', `<a href="${listing}"><b>x</b><img src="${picture}">y</a>`],
    ['with another look', `<a href="${listing}"><img src="${picture}?theme=dark&amp;size=2"></a>`],
    [
      'with a query and a fragment',
      `<a href="${listing}?utm_source=a#b"><img src="${picture}#x"></a>`,
    ],
    ['with a slash at the end', `<a href="${listing}/"><img src="${picture}"></a>`],
    ['by http', badge.replaceAll('https:', 'http:')],
    ['without a scheme', badge.replaceAll('https:', '')],
    ['with white space', `<a href=" ${listing}\n"><img src="\t${picture} "></a>`],
    ['with entities', badge.replaceAll('/product', '&#47;product').replaceAll(':', '&colon;')],
    ['with a line break within', badge.replaceAll('/product', '/pro\nduct')],
    ['in capitals of the host', badge.replaceAll('proofstack', 'ProofStack')],
    ['before the link', `<img src="${picture}"> <a href="${listing}">Listed</a>`],
    ['after the link', `<p><a href="${listing}">Listed</a></p><p><img src="${picture}"></p>`],
    ['in a link that is never closed', `<a href="${listing}"><img src="${picture}">`],
    [
      'beside an anchor that is no link',
      `<img src="${picture}"><a name="x"></a><a href="${listing}">`,
    ],
    [
      'with sources',
      `<a href="${listing}"><picture><source srcset="/x.png"><img src="${picture}"></picture></a>`,
    ],
    [
      'after a comment, a script and a template',
      `<!-- > --><script>"<!--"</script><template><p></template>${badge}`,
    ],
    ['after another link', `<a href="/"><img src="/logo.png"></a>${badge}`],
  ])('%s', (_how, html) => {
    expect(find(html)).toBe('dofollow')
  })
})

describe('a badge is missing', () => {
  it.each([
    ['on an empty page', ''],
    ['with the picture alone', `<img src="${picture}">`],
    ['with the link alone', `<a href="${listing}">Listed</a>`],
    ['in text', badge.replaceAll('<', '&lt;')],
    ['in a comment', `<!-- ${badge} -->`],
    ['in a comment that never ends', `<!-- ${badge}`],
    ['in a script', `<script>document.write('${badge}')</script>`],
    ['in a style', `<style>${badge}</style>`],
    ['in a template', `<template><template></template>${badge}</template>`],
    ['in noscript', `<noscript>${badge}</noscript>`],
    ['in a textarea', `<textarea>${badge}</textarea>`],
    ['in the title', `<title>${badge}</title>`],
    ['in a frame', `<iframe srcdoc='${badge}'>${badge}</iframe>`],
    ['in an attribute', `<div title='${badge}'></div>`],
    ['in a tag that is cut', `<a href="${listing}"><img src="${picture}"`],
    ['of another listing', badge.replaceAll('acme', 'acme-2')],
    [
      'with the picture of another',
      `<a href="${listing}"><img src="${siteUrl}/badge/other.svg"></a>`,
    ],
    ['with a link to another', `<a href="${siteUrl}/product/other"><img src="${picture}"></a>`],
    ['with a link to a page below', `<a href="${listing}/reviews"><img src="${picture}"></a>`],
    ['in other capitals', badge.replaceAll('acme', 'Acme')],
    ['of another site', badge.replaceAll('proofstack.example', 'proofstack.example.evil.example')],
    [
      'of a site with our name as a user',
      badge.replaceAll('//', '//proofstack.example@evil.example/'),
    ],
    ['with another port', badge.replaceAll('example/', 'example:8443/')],
    ['with another scheme', badge.replaceAll('https:', 'ftp:')],
    ['with a copy of the picture', `<a href="${listing}"><img src="/badge/acme.svg"></a>`],
    [
      'with the picture in another attribute',
      `<a href="${listing}"><img data-src="${picture}"></a>`,
    ],
    ['with a relative link', `<a href="/product/acme"><img src="/badge/acme.svg"></a>`],
    [
      'with the picture in another link',
      `<a href="/"><img src="${picture}"></a><a href="${listing}">x</a>`,
    ],
    [
      'with a link between',
      `<img src="${picture}"><a href="/">x</a><a href="${listing}">Listed</a>`,
    ],
    [
      'with a picture between',
      `<a href="${listing}">Listed</a><img src="/x.png"><img src="${picture}">`,
    ],
    ['with an end of the link before', `</img src="${picture}"></a href="${listing}">`],
    ['with hrefs that are no URLs', `<a href="https://["><img src="http://[::"></a>`],
  ])('%s', (_how, html) => {
    expect(find(html)).toBe('missing')
  })
})

describe('relative addresses', () => {
  const relative = '<a href="../product/acme"><img src="/badge/acme.svg"></a>'

  it('are resolved against the address of the page', () => {
    expect(find(relative, `${siteUrl}/about/`)).toBe('dofollow')
    expect(find(relative, 'https://acme.example/about/')).toBe('missing')
  })

  it('are resolved against the first base of the page, at any position', () => {
    const bases = `<base target="_top"><base href="${siteUrl}/x/"><base href="https://other.example/">`
    expect(find(bases + relative)).toBe('dofollow')
    expect(find(relative + bases)).toBe('dofollow')
    expect(find(`<base href="//other.example/">${relative}`, `${siteUrl}/about/`)).toBe('missing')
    expect(find(`<base href="http://[">${relative}`, `${siteUrl}/about/`)).toBe('dofollow')
    expect(find(`<base href="data:text/html,x">${relative}`, `${siteUrl}/about/`)).toBe('dofollow')
    expect(find(relative, `${siteUrl.replace('https', 'http')}/about/`)).toBe('dofollow')
    expect(find(`<template>${bases}</template>${relative}`)).toBe('missing')
  })
})

describe('a link is followed', () => {
  const linked = (rel: string) => badge.replace('<a ', `<a rel="${rel}" `)

  it.each(['', 'noopener noreferrer', 'me', 'dofollow', 'nofollowed'])('with rel %j', (rel) => {
    expect(find(linked(rel))).toBe('dofollow')
  })

  it.each([
    'nofollow',
    'NOFOLLOW',
    'noopener ugc',
    'sponsored\nnoopener',
    'a,nofollow',
    'no&#102;ollow',
  ])('and is not with rel %j', (rel) => {
    expect(find(linked(rel))).toBe('nofollow')
  })

  it('when one of several is followed, at any position', () => {
    expect(find(linked('nofollow') + badge)).toBe('dofollow')
    expect(find(badge + linked('nofollow'))).toBe('dofollow')
  })

  it('by the rel of the link next to the picture', () => {
    const beside = `<img src="${picture}"><a rel="nofollow" href="${listing}">Listed</a>`
    expect(find(beside)).toBe('nofollow')
  })

  it.each(['nofollow', 'noindex, NoFollow', 'none'])(
    'and is not where a page says %j',
    (content) => {
      expect(find(`<meta name="Robots" content="${content}">${badge}`)).toBe('nofollow')
    },
  )

  it.each(['index, follow', 'max-image-preview:none', 'noindex'])(
    'where a page says %j',
    (content) => {
      expect(find(`<meta name="robots" content="${content}">${badge}`)).toBe('dofollow')
    },
  )

  it('despite directives for other robots', () => {
    expect(find(`<meta name="description" content="nofollow">${badge}`)).toBe('dofollow')
  })
})

describe('a page that is made to be slow', () => {
  const tags =
    '<a> <a href=x> <a href=""> <a href="/////"> <a a=""> <img src=//[ <img src=acme> </template>'
  const ends =
    '<script> <title> <template> <script></script <textarea></textarea <noscript></noscript>'
  const cut =
    '<a <a<a < </ <! <!-- <!---> <!--- --! <a/ <a= <a= <a\tx= <a\tx <a\tx=&a <base\thref= / = &amp'
  const pieces = [tags, ends, cut].flatMap((list) => [...list.split(' '), `${list} `])
  const starts = ['<a href="', '<a href=', '<a rel="', '<!--', '<title>', '<p ', '<template>']

  function milliseconds(start: string, piece: string, url?: string): number {
    const rest = guard.bodyBytes - start.length
    const html = start + piece.repeat(Math.ceil(rest / piece.length))
    const began = performance.now()
    find(html, url)
    return performance.now() - began
  }

  // Each takes up to 300 ms. A search through the rest of the page at each tag would take minutes. A
  // busy machine may need a retry.
  const patience = 2_000

  it.each(pieces)('by %j repeated is read in time', { retry: 2 }, (piece) => {
    expect(milliseconds('', piece)).toBeLessThan(patience)
  })

  it.each(starts)('by a long text after %j is read in time', { retry: 2 }, (start) => {
    for (const piece of ['<a ', '<a href=x>', '-', ' ', '&', ',', 'a'])
      expect(milliseconds(start, piece)).toBeLessThan(patience)
  })

  it('by links with a long base is read in time', { retry: 2 }, () => {
    const path = 'x/'.repeat(8_000)
    for (const site of ['https://acme.example', siteUrl]) {
      expect(milliseconds('', '<a href=x>', `${site}/${path}`)).toBeLessThan(patience)
      expect(milliseconds(`<base href="${site}/${path}">`, '<a href=x>')).toBeLessThan(patience)
    }
  })
})
