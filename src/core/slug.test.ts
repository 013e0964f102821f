import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freeSlug, slugStem, slugify, wantedSlug } from './slug.ts'

const form = /^[a-z0-9]+(-[a-z0-9]+)*$/

describe('slugify', () => {
  it.each([
    ['Acme Agents', 'acme-agents'],
    ['Next.js', 'next-js'],
    ['  Acme -- (beta)! ', 'acme-beta'],
    ["O'Reilly’s Agent", 'oreillys-agent'],
    ['C++', 'c'],
    ['Café Crème', 'cafe-creme'],
    ['Cafe\u0301', 'cafe'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Ærø Œuvre', 'aero-oeuvre'],
    ['Đặng Łódź Þór Ħal ðe', 'dang-lodz-thor-hal-de'],
    ['İstanbul ışık', 'istanbul-isik'],
    ['ﬁne ﬂow', 'fine-flow'],
    ['Ｆｕｌｌ　Ｗｉｄｔｈ', 'full-width'],
    ['x²', 'x2'],
    ['日本語 Agent', 'agent'],
    ['日本語', ''],
    ['🚀', ''],
    ['---', ''],
    ['', ''],
    ['a'.repeat(61), 'a'.repeat(60)],
    [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
  ])('makes of %j the slug %j', (text, slug) => {
    expect(slugify(text)).toBe(slug)
  })

  it('makes of any text nothing, or ASCII words joined by single hyphens, of at most 60 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const slug = slugify(text)
        expect(slug.length).toBeLessThanOrEqual(60)
        if (slug !== '') expect(slug).toMatch(form)
      }),
    )
  })
})

describe('wantedSlug', () => {
  it.each([
    { name: 'Acme', domain: 'other.example', slug: 'acme' },
    { name: '日本語', domain: 'nihongo.example', slug: 'nihongo-example' },
    { name: '🚀', domain: 'xn--ls8h.la', slug: 'xn-ls8h-la' },
    { name: '智能体', domain: 'github.com/owner/repo', slug: 'github-com-owner-repo' },
  ])('takes $slug for the name $name at $domain', ({ name, domain, slug }) => {
    expect(wantedSlug(name, domain)).toBe(slug)
  })
})

describe('freeSlug', () => {
  it.each<[title: string, wanted: string, taken: string[], slug: string]>([
    ['gives what is wanted when nobody has it', 'acme', ['acme-1', 'acm'], 'acme'],
    ['gives the first number to the second', 'acme', ['acme'], 'acme-1'],
    ['gives the lowest free number', 'acme', ['acme', 'acme-1', 'acme-3'], 'acme-2'],
    [
      'counts on past nine',
      'a',
      ['a', ...Array.from({ length: 10 }, (_, index) => `a-${index + 1}`)],
      'a-11',
    ],
    ['treats a reserved word as taken', 'admin', [], 'admin-1'],
    ['counts on for a reserved word', 'admin', ['admin-1'], 'admin-2'],
    ['stays within 60 characters', 'a'.repeat(60), ['a'.repeat(60)], `${'a'.repeat(58)}-1`],
    [
      'makes room for a longer number',
      'a'.repeat(60),
      [
        'a'.repeat(60),
        ...Array.from({ length: 9 }, (_, index) => `${'a'.repeat(58)}-${index + 1}`),
      ],
      `${'a'.repeat(57)}-10`,
    ],
    [
      'leaves no double hyphen where it cuts',
      `${'a'.repeat(57)}-bb`,
      [`${'a'.repeat(57)}-bb`],
      `${'a'.repeat(57)}-1`,
    ],
  ])('%s', (_, wanted, taken, slug) => {
    expect(freeSlug(wanted, new Set(taken))).toBe(slug)
  })

  const reserved = 'admin api compare edit index new null page search status submit undefined'
  it.each(reserved.split(' '))('never gives the reserved word %s', (word) => {
    expect(freeSlug(word, new Set())).toBe(`${word}-1`)
  })

  it('gives a well-formed slug that is free and starts with the stem, however many are taken', () => {
    const slugs = fc
      .string({ unit: fc.constantFrom('a', 'b', '-', ' ', '7'), minLength: 1, maxLength: 80 })
      .map(slugify)
    const wantedSlugs = slugs.filter((slug) => slug !== '')
    fc.assert(
      fc.property(wantedSlugs, fc.nat({ max: 120 }), (wanted, count) => {
        const taken = new Set<string>()
        for (let number = 0; number < count; number++) taken.add(freeSlug(wanted, taken))
        const slug = freeSlug(wanted, taken)
        expect(taken.size).toBe(count)
        expect(taken).not.toContain(slug)
        expect(slug).toMatch(form)
        expect(slug.length).toBeLessThanOrEqual(60)
        expect(slug.startsWith(slugStem(wanted))).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
})
