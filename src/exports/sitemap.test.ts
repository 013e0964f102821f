import { describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { robotsText, sitemapFiles } from './sitemap.ts'

const filesOf = (...given: Parameters<typeof sitemapFiles>) => new Map(sitemapFiles(...given))
const site = 'https://directory.example'

describe('the sitemap', () => {
  it('is one file of all pages, with the time of their last change if known', () => {
    const files = filesOf(
      [{ url: `${site}/?a=1&b='<>"` }, { url: `${site}/b`, lastmod: '2026-01-01T00:00:00.000Z' }],
      site,
    )
    expect([...files.keys()]).toEqual(['sitemap.xml'])
    expect(files.get('sitemap.xml')).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://directory.example/?a=1&#38;b=&#39;&#60;&#62;&#34;</loc></url>
<url><loc>https://directory.example/b</loc><lastmod>2026-01-01T00:00:00.000Z</lastmod></url>
</urlset>
`,
    )
  })

  it('has the picture of a page, and the namespace of pictures only if there is one', () => {
    const of = (image?: string) =>
      filesOf([{ url: `${site}/a`, ...(image === undefined ? {} : { image }) }], site).get(
        'sitemap.xml',
      )
    expect(of(`${site}/og/a&b.png`)).toContain(
      '<image:image><image:loc>https://directory.example/og/a&#38;b.png</image:loc></image:image></url>',
    )
    expect(of(`${site}/og/a.png`)).toContain('xmlns:image="http://www.google.com/schemas/')
    expect(of()).not.toContain('image')
  })

  it('is an index of parts above 50,000 pages, each with the time of its newest page', () => {
    const pages = Array.from({ length: 50_001 }, (_, index) => ({
      url: `${site}/${index}`,
      lastmod: index === 7 ? '2026-02-01' : '2026-01-01',
    }))
    const files = filesOf(pages, site)
    expect([...files.keys()]).toEqual(['sitemap-1.xml', 'sitemap-2.xml', 'sitemap.xml'])
    expect(files.get('sitemap.xml')).toContain(
      `<sitemap><loc>${site}/sitemap-1.xml</loc><lastmod>2026-02-01</lastmod></sitemap>\n<sitemap><loc>${site}/sitemap-2.xml</loc><lastmod>2026-01-01</lastmod></sitemap>`,
    )
    expect(files.get('sitemap-1.xml')!.match(/<url>/g)).toHaveLength(50_000)
    expect(files.get('sitemap-2.xml')!.match(/<loc>[^<]*/g)).toEqual([`<loc>${site}/50000`])
  })

  it('reads pages one by one, and yields a part before it reads more', () => {
    let asked = 0
    function* pages() {
      for (; asked < 100_001; asked++) yield { url: `${site}/${asked}` }
    }
    const files = sitemapFiles(pages(), site)
    const names: [string, number][] = []
    for (const [name] of files) names.push([name, asked])
    expect(names).toEqual([
      ['sitemap-1.xml', 50_000],
      ['sitemap-2.xml', 100_000],
      ['sitemap-3.xml', 100_001],
      ['sitemap.xml', 100_001],
    ])
  })
})

it('robots.txt disallows the addresses with an e-mail or a token only, and lets answers and training use the rest', () => {
  const lines = robotsText(addresses(site)).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'Content-Signal: search=yes, ai-input=yes, ai-train=yes',
      'Allow: /',
      'Disallow: /confirm-owner',
      'Disallow: /mail-off',
      'Disallow: /manage/',
      'Disallow: /view/',
      `Sitemap: ${site}/sitemap.xml`,
      `Agentmap: ${site}/.well-known/ard.json`,
    ]),
  )
})
