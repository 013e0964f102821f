import type { Addresses } from '#core/addresses.ts'
export interface SitemapPage {
  url: string
  /** The time of the last change of the content, if known. It is never the time of the build. */
  lastmod?: string | null
  /** The URL of the preview picture. */
  image?: string
}

/**
 * The maximum number of pages in one file. https://www.sitemaps.org/protocol.html: "each Sitemap
 * file that you provide must have no more than 50,000 URLs".
 */
const most = 50_000

/**
 * The sitemap as files with their names: one file, or several numbered files followed by their
 * index. Only the pages of one file are held in memory.
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
  yield [
    'sitemap.xml',
    xml(
      'sitemapindex',
      index.map((entry) => row('sitemap', entry)),
    ),
  ]
}

/** The latest of the given timestamps; undefined if none is given. */
export function latest(moments: readonly (string | null | undefined)[]): string | undefined {
  return moments
    .flatMap((moment) => moment ?? [])
    .sort()
    .at(-1)
}

/**
 * The content of /robots.txt. It allows every address except those that contain an e-mail address
 * or a token.
 */
export function robotsText({
  sitemap,
  ardManifest,
}: Pick<Addresses, 'sitemap' | 'ardManifest'>): string {
  return `User-agent: *
Content-Signal: search=yes, ai-input=yes, ai-train=yes
Allow: /
Disallow: /confirm-owner
Disallow: /mail-off
Disallow: /manage/
Disallow: /view/
Disallow: /*?email=
Disallow: /*&email=

Sitemap: ${sitemap}
Agentmap: ${ardManifest}
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

/** Escapes text for an element or an attribute in XML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
