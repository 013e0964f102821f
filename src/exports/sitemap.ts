export interface SitemapPage {
  url: string
  /** When what it shows last changed, if that is known. Never the time of a build. */
  lastmod?: string | null
  /** The address of the picture that the page names for others to show. */
  image?: string
}

/**
 * https://www.sitemaps.org/protocol.html: "each Sitemap file that you provide must have no more
 * than 50,000 URLs".
 */
const most = 50_000

/**
 * The sitemap as files by their names: one, or numbered parts and then their index. Pages are asked
 * for one by one, and each file is given before the next is begun.
 */
export function* sitemapFiles(
  pages: Iterable<SitemapPage>,
  site: string,
): Generator<[name: string, xml: string]> {
  const index: SitemapPage[] = []
  let rows: string[] = []
  let newest: string | undefined
  const part = (): [string, string] => {
    const name = `sitemap-${index.length + 1}.xml`
    index.push({ url: `${site}/${name}`, lastmod: newest ?? null })
    return [name, xml('urlset', rows)]
  }
  for (const page of pages) {
    if (rows.length === most) {
      yield part()
      rows = []
      newest = undefined
    }
    rows.push(row('url', page))
    newest = latest([newest, page.lastmod])
  }
  if (index.length === 0) {
    yield ['sitemap.xml', xml('urlset', rows)]
    return
  }
  yield part()
  const parts = index.map((entry) => row('sitemap', entry))
  yield ['sitemap.xml', xml('sitemapindex', parts)]
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
Disallow: /mail-off
Disallow: /manage/
Disallow: /view/
Disallow: /*?email=
Disallow: /*&email=

Sitemap: ${sitemap}
`
}

function row(entry: 'url' | 'sitemap', { url, lastmod, image }: SitemapPage): string {
  const changed = lastmod ? `<lastmod>${escaped(lastmod)}</lastmod>` : ''
  const shown = image ? `<image:image><image:loc>${escaped(image)}</image:loc></image:image>` : ''
  return `<${entry}><loc>${escaped(url)}</loc>${changed}${shown}</${entry}>\n`
}

function xml(root: string, rows: readonly string[]): string {
  const images = rows.some((entry) => entry.includes('<image:'))
    ? ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
    : ''
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${images}>\n${rows.join('')}</${root}>\n`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
