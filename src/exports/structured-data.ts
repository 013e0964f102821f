interface Page {
  title: string
  description: string
  canonical: URL
  crumbs: readonly { name: string; href?: string }[]
  about: readonly Record<string, unknown>[]
}

/**
 * The schema.org data of a page in JSON-LD, each thing as the text of a script element. Text of owners
 * cannot end that element: `<` is escaped.
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
    // A page without a subject describes itself.
    ...(about.length > 0 ? about : [{ '@type': 'WebPage', description }]).map((thing) => ({
      name: title,
      url: String(canonical),
      ...thing,
    })),
  ]
  // Pages pass addresses without a host.
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

/** A list of pages in their order. */
export function itemList(names: readonly { name: string; url: string }[]): Record<string, unknown> {
  return {
    '@type': 'ItemList',
    numberOfItems: names.length,
    itemListElement: names.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url,
    })),
  }
}

/** The files of the directory as a data set, for search engines of data sets. */
export function datasetAbout(
  data: { description: string; asOf: string | undefined; files: readonly string[] },
  { license }: { license: string },
): Record<string, unknown> {
  return {
    '@type': 'Dataset',
    description: data.description,
    license,
    isAccessibleForFree: true,
    ...(data.asOf === undefined ? {} : { dateModified: data.asOf }),
    creator: { '@type': 'Organization', name: 'Proofstack', url: '/' },
    distribution: data.files.map((contentUrl) => ({
      '@type': 'DataDownload',
      encodingFormat: formats[/\w+$/.exec(contentUrl)?.[0] ?? ''],
      contentUrl,
    })),
  }
}
const formats: Readonly<Record<string, string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  sqlite: 'application/vnd.sqlite3',
}

/** Search engines show about 155 characters of a description. */
const mostCharacters = 155

/** The description of a numbered page of a list: each page has its own. */
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
