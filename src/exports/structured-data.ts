interface Page {
  title: string
  description: string
  canonical: URL
  crumbs: readonly { name: string; href?: string }[]
  about: readonly Record<string, unknown>[]
}

/**
 * The schema.org data of a page as JSON-LD, one string for each script element. `<` is escaped, so
 * that text of owners cannot end the script element.
 */
export function structuredData({ title, description, canonical, crumbs, about }: Page): string[] {
  const trail = crumbs.map(({ name, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: String(href === undefined ? canonical : new URL(href, canonical)),
  }))
  const things = [
    ...(trail.length > 0 ? [{ '@type': 'BreadcrumbList', itemListElement: trail }] : []),
    // A page without a subject (`about`) describes itself as a web page.
    ...(about.length > 0 ? about : [{ '@type': 'WebPage', description }]).map((thing) => ({
      name: title,
      url: String(canonical),
      ...thing,
    })),
  ]
  // URLs in JSON-LD must be absolute. Pages pass URLs without an origin, such as /stack.
  const absolute = (key: string, value: unknown) =>
    addressKeys.has(key) && typeof value === 'string' && value.startsWith('/')
      ? canonical.origin + value
      : value
  return things.map((thing) =>
    JSON.stringify({ '@context': 'https://schema.org', ...thing }, absolute).replaceAll(
      '<',
      '\\u003c',
    ),
  )
}

const addressKeys = new Set(['url', 'item', 'target', 'contentUrl', 'license', 'image'])

/** A schema.org list of pages, in the given order. */
export function itemList(addresses: readonly string[]): Record<string, unknown> {
  return {
    '@type': 'ItemList',
    itemListElement: addresses.map((url, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url,
    })),
  }
}

/** The bulk files as a schema.org data set, which search engines for data sets read. */
export function datasetAbout(data: {
  description: string
  license: string
  asOf: string | undefined
  files: readonly { url: string; media_type: string }[]
}): Record<string, unknown> {
  return {
    '@type': 'Dataset',
    description: data.description,
    license: data.license,
    isAccessibleForFree: true,
    dateModified: data.asOf,
    creator: { '@type': 'Organization', name: 'Proofstack', url: '/' },
    distribution: data.files.map(({ url, media_type }) => ({
      '@type': 'DataDownload',
      encodingFormat: media_type,
      contentUrl: url,
    })),
  }
}

/** Search engines show about 155 characters of a description. */
const mostCharacters = 155

/** The meta description of a numbered page of a list. The names make it different on each page. */
export function describedPage(text: string, page: number, names: readonly string[]): string {
  return `Page ${page}, with ${names.slice(0, 3).join(', ')}. ${text}`
}

/** Cuts a description to the length that search engines show. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= mostCharacters) return line
  const cut = line.slice(0, mostCharacters - 1)
  return `${cut.slice(0, cut.lastIndexOf(' ')).replace(/[,;:.]$/, '')}…`
}
