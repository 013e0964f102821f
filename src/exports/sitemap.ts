export interface SitemapPage {
  url: string
  /** When what it shows last changed, if that is known. Never the time of a build. */
  lastmod?: string | null
}

/**
 * https://www.sitemaps.org/protocol.html: "each Sitemap file that you provide must have no more
 * than 50,000 URLs".
 */
const most = 50_000

/** The sitemap as files by their names: one, or an index with its parts. */
export function sitemapFiles(pages: readonly SitemapPage[], site: string): Map<string, string> {
  if (pages.length <= most) return new Map([['sitemap.xml', xml('urlset', 'url', pages)]])
  const parts = Array.from({ length: Math.ceil(pages.length / most) }, (_, index) => ({
    name: `sitemap-${index + 1}.xml`,
    pages: pages.slice(index * most, (index + 1) * most),
  }))
  const index = parts.map(({ name, pages }) => ({
    url: `${site}/${name}`,
    lastmod: latest(pages.map(({ lastmod }) => lastmod)),
  }))
  return new Map([
    ['sitemap.xml', xml('sitemapindex', 'sitemap', index)],
    ...parts.map(({ name, pages }) => [name, xml('urlset', 'url', pages)] as const),
  ])
}

/** The latest of these moments, undefined without one. */
export function latest(moments: readonly (string | null | undefined)[]): string | undefined {
  return moments
    .filter((moment) => moment !== null && moment !== undefined)
    .sort()
    .at(-1)
}

/** Everything may be read by everybody, but for addresses that hold somebody's e-mail or token. */
export function robotsText(sitemap: string): string {
  return `User-agent: *
Allow: /
Disallow: /confirm-owner
Disallow: /*?email=
Disallow: /*&email=

Sitemap: ${sitemap}
`
}

function xml(root: string, entry: string, pages: readonly SitemapPage[]): string {
  const rows = pages.map(
    ({ url, lastmod }) =>
      `<${entry}><loc>${escaped(url)}</loc>${lastmod ? `<lastmod>${escaped(lastmod)}</lastmod>` : ''}</${entry}>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('')}</${root}>\n`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
