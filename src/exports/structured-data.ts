interface Page {
  title: string
  description: string
  canonical: URL
  crumbs: readonly { name: string; href?: string }[]
  about: readonly Record<string, unknown>[]
}

/**
 * What a page says of itself to machines: schema.org in JSON-LD, each thing as the text of a script
 * element. No sign in it can end that element, whoever wrote the words.
 */
export function structuredData({ title, description, canonical, crumbs, about }: Page): string[] {
  const way = crumbs.map(({ name, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: String(href === undefined ? canonical : new URL(href, canonical)),
  }))
  const things = [
    ...(way.length > 0 ? [{ '@type': 'BreadcrumbList', itemListElement: way }] : []),
    // A page that is about nothing else is about itself.
    ...(about.length > 0 ? about : [{ '@type': 'WebPage', description }]).map((thing) => ({
      name: title,
      url: String(canonical),
      ...thing,
    })),
  ]
  // Pages name addresses without their host.
  const whole = (key: string, value: unknown) =>
    addressKeys.has(key) && typeof value === 'string' && value.startsWith('/')
      ? canonical.origin + value
      : value
  return things.map((thing) =>
    JSON.stringify({ '@context': 'https://schema.org', ...thing }, whole).replaceAll(
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

/** The directory as files, for searches of data sets. */
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

/** Search engines show some 155 letters of a description; a sentence ends sooner if it can. */
const mostLetters = 155

/** What a page of a list says of itself: no two pages of it the same. */
export function describedPage(text: string, page: number, names: readonly string[]): string {
  return `Page ${page}, with ${names.slice(0, 3).join(', ')}. ${text}`
}

/** A description that is shown whole. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= mostLetters) return line
  const cut = line.slice(0, mostLetters - 1)
  return `${cut.slice(0, cut.lastIndexOf(' ')).replace(/[,;:.]$/, '')}…`
}
