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
  let part: SitemapPage[] = []
  const numbered = (): [string, string] => {
    const name = `sitemap-${index.length + 1}.xml`
    index.push({ url: `${site}/${name}`, lastmod: latest(part.map(({ lastmod }) => lastmod)) })
    return [name, xml('urlset', 'url', part)]
  }
  for (const page of pages) {
    if (part.length === most) {
      yield numbered()
      part = []
    }
    part.push(page)
  }
  if (index.length > 0) yield numbered()
  yield [
    'sitemap.xml',
    index.length > 0 ? xml('sitemapindex', 'sitemap', index) : xml('urlset', 'url', part),
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
export function robotsText({ sitemap, ardManifest }: Addresses): string {
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

function xml(root: string, entry: string, pages: readonly SitemapPage[]): string {
  const rows = pages.map(({ url, lastmod, image }) => {
    const changed = lastmod ? `<lastmod>${escaped(lastmod)}</lastmod>` : ''
    const shown = image ? `<image:image><image:loc>${escaped(image)}</image:loc></image:image>` : ''
    return `<${entry}><loc>${escaped(url)}</loc>${changed}${shown}</${entry}>\n`
  })
  const images = pages.some(({ image }) => image)
    ? ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
    : ''
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${images}>\n${rows.join('')}</${root}>\n`
}

/** Escapes text for an element or an attribute in XML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
