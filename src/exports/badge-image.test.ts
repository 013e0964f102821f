import { describe, expect, it } from 'vitest'
import { badgeColours, badgeImage, badgeLook, badgePolicy } from './badge-image.ts'

const look = (query: string) => badgeLook(new URLSearchParams(query))

const looks = (['large', 'small'] as const).flatMap((size) =>
  (['auto', 'light', 'dark'] as const).map((theme) => ({ size, theme })),
)

describe('the query selects a look', () => {
  it.each([
    { query: '', size: 'large', theme: 'auto' },
    { query: 'size=small', size: 'small', theme: 'auto' },
    { query: 'size=large&theme=light', size: 'large', theme: 'light' },
    { query: 'theme=dark&size=small', size: 'small', theme: 'dark' },
    { query: 'theme=auto', size: 'large', theme: 'auto' },
    { query: 'size=huge&theme=toString', size: 'large', theme: 'auto' },
    { query: 'size=&theme=', size: 'large', theme: 'auto' },
    { query: 'size=SMALL&theme=%3Cscript%3E', size: 'large', theme: 'auto' },
    { query: 'ref=mail', size: 'large', theme: 'auto' },
  ])('"$query" is $size and $theme', ({ query, size, theme }) => {
    expect(look(query)).toEqual({ size, theme })
  })
})

describe.each(looks)('the badge, $size and $theme', (selected) => {
  const svg = badgeImage(selected)

  it('is a named picture with the text that the snippet has as its alternative text', () => {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*role="img">/)
    expect(svg.match(/<title>.*?<\/title>/g)).toEqual(['<title>Listed on Proofstack</title>'])
    const written = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)
    expect(written.join(' ')).toBe('Listed on Proofstack')
  })

  it('is small, loads no other file and has no script', () => {
    expect(Buffer.byteLength(svg)).toBeLessThan(2048)
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(
      /https?:|\/\/|href|url\(|@import|@font-face|<script|<image|<foreignObject|\son\w+=/i,
    )
  })

  it('closes every element that it opens', () => {
    const open: string[] = []
    for (const [, close, name, empty] of svg.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
      if (close) expect(open.pop()).toBe(name)
      else if (!empty) open.push(name!)
    }
    expect(open).toEqual([])
  })

  it('keeps its text within the picture, at 12 pixels or more', () => {
    const width = Number(/width="(\d+)"/.exec(svg)![1])
    const height = Number(/height="(\d+)"/.exec(svg)![1])
    for (const [text] of svg.matchAll(/<text [^>]*>/g)) {
      const of = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(text)![1])
      expect(of('font-size')).toBeGreaterThanOrEqual(12)
      expect(of('x') + of('textLength')).toBeLessThanOrEqual(width - 6)
      expect(of('y')).toBeLessThanOrEqual(height - 6)
    }
  })
})

it('the default has the size that the snippet of the approval mail gives', () => {
  expect(badgeImage(look(''))).toContain('width="180" height="40"')
})

describe.each(Object.entries(badgeColours))('the %s scheme', (_, colours) => {
  it.each([
    ['quiet', 4.5, 'paper'],
    ['ink', 4.5, 'paper'],
    ['lines', 3, 'tile'],
    ['tick', 3, 'tile'],
    ['tile', 3, 'paper'],
  ] as const)('has %s with a contrast of at least %d to 1 to its %s', (part, least, ground) => {
    expect(contrast(colours[part], colours[ground])).toBeGreaterThanOrEqual(least)
  })
})

describe('the scheme of the reader', () => {
  const auto = badgeImage({ size: 'large', theme: 'auto' })

  it('is light without styles, and dark by the rules of the style alone', () => {
    const [style] = /<style>.*<\/style>/.exec(auto)!
    const bare = auto.replace(style, '').replace(/class="\w+" /g, '')
    expect(bare).toBe(badgeImage({ size: 'large', theme: 'light' }))
    const dark = auto
      .replace(style, '')
      .replace(/class="(\w+)" (fill|stroke)="[^"]+"/g, (_, part: string, property: string) => {
        const [, colour] = new RegExp(`\\.${part}\\{${property}:([^}]+)\\}`).exec(style)!
        return `${property}="${colour}"`
      })
    expect(dark).toBe(badgeImage({ size: 'large', theme: 'dark' }))
  })

  it('is set by a style that the CSP of the picture names by its hash', async () => {
    const [, rules] = /<style>(.*)<\/style>/.exec(auto)!
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rules))
    expect(badgePolicy).toBe(
      `default-src 'none'; style-src 'sha256-${Buffer.from(digest).toString('base64')}'`,
    )
  })
})

/** WCAG 2.2, contrast ratio of two colours. */
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
