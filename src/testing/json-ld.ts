/**
 * The schema.org types that pages use, each with its properties. If a test reports a missing one,
 * it is misspelt, or must be looked up at https://schema.org/docs/full_types and added here.
 * `query-input` is defined by Google.
 */
const properties: Readonly<Record<string, string>> = {
  WebSite: 'name url description potentialAction',
  SearchAction: 'target query-input',
  WebPage: 'name url description mainEntity dateModified isPartOf',
  CollectionPage: 'name url description mainEntity dateModified isPartOf',
  FAQPage: 'name url description mainEntity',
  Question: 'name acceptedAnswer',
  Answer: 'text',
  BreadcrumbList: 'itemListElement',
  ItemList: 'name url description numberOfItems itemListElement itemListOrder',
  ListItem: 'position name item url',
  SoftwareApplication:
    'name url description image sameAs keywords license author applicationCategory applicationSubCategory operatingSystem isAccessibleForFree datePublished dateModified creativeWorkStatus softwareVersion isSimilarTo softwareRequirements',
  Dataset:
    'name url description license isAccessibleForFree creator keywords dateModified datePublished distribution identifier version',
  DataDownload: 'encodingFormat contentUrl name contentSize',
  Organization: 'name url logo sameAs',
  Person: 'name url',
}

const addressed = new Set(['url', 'item', 'target', 'contentUrl', 'image', 'license', 'sameAs'])

/** The JSON-LD objects in the HTML of a page. Throws if one of them is not valid JSON. */
export function jsonLdOf(html: string): Record<string, unknown>[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, text]) => JSON.parse(text!) as Record<string, unknown>,
  )
}

/** The problems of a JSON-LD object, each with the path of the property. */
export function problemsOf(thing: unknown, way = ''): string[] {
  if (Array.isArray(thing)) return thing.flatMap((one, at) => problemsOf(one, `${way}[${at}]`))
  if (typeof thing !== 'object' || thing === null) return []
  const { '@type': type, '@context': _, ...rest } = thing as Record<string, unknown>
  const known = properties[String(type)]?.split(' ')
  if (!known) return [`${way}: the type ${String(type)} is not known`]
  return [
    ...Object.entries(rest).flatMap(([name, value]) => [
      ...(known.includes(name) ? [] : [`${way}: ${String(type)} has no ${name}`]),
      ...(value === null || value === '' ? [`${way}: ${name} is empty`] : []),
      ...(addressed.has(name) && typeof value === 'string' && !/^https?:\/\//.test(value)
        ? [`${way}: ${name} is not an absolute address: ${value}`]
        : []),
      ...problemsOf(value, `${way}.${name}`),
    ]),
    ...(Array.isArray(rest['itemListElement']) ? itemProblems(rest['itemListElement'], way) : []),
  ]
}

// Google requires that the positions of list items count from 1, and that each item has a URL, or a
// name and an item.
function itemProblems(items: readonly unknown[], way: string): string[] {
  return (items as Record<string, unknown>[]).flatMap((item, index) => [
    ...(item['position'] === index + 1 ? [] : [`${way}: item ${index + 1} has another position`]),
    ...((item['url'] ?? (item['name'] && item['item']))
      ? []
      : [`${way}: item ${index + 1} has no name or address`]),
  ])
}
