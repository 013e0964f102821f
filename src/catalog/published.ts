import { readFileSync } from 'node:fs'
import path from 'node:path'
import { contact, folder, site } from 'virtual:build'
import { addresses } from '#core/addresses.ts'
import type { Icon } from '#core/icon.ts'
import { type FrozenQuarter, quarterView } from '#present/lists/quarter.ts'
import { openBuiltCatalog } from './built.ts'
import { prerenderedListings } from './prerendered.ts'
import type { PublishedChanges, PublishedIssue } from './read-directory.ts'

/** The addresses of the site with its URL, for texts that are read elsewhere. */
export const onSite = addresses(site)

/** The catalogue that pages are made from. Only this module reads the data files of the build. */
export const catalog = openBuiltCatalog(path.join(folder, 'catalog.sqlite'), onSite)

/** The newest listings that have all of these facets. */
export function newestListings(facets: readonly string[], limit: number) {
  return catalog.list({ task: 'all', sort: 'newest', offset: 0, limit, facets }).listings
}

/** The slugs of the listings whose pages the build renders as files, newest first. */
export const prerenderedSlugs = () => prerenderedListings(catalog).map(({ slug }) => slug)

/** The icons of tools, by slug. */
export const publishedIcons = read<Readonly<Record<string, Icon>>>('icons.json')

/** The newest items of the changelog at this build, newest first. */
export const publishedChanges = read<PublishedChanges>('changes.json')

/** The package of the command line that this build has. */
export const publishedCli = read<{ version: string; integrity: string }>('cli.json')

/** The weekly issues that are published, newest first. */
export const publishedIssues = read<PublishedIssue[]>('issues.json')

/** The issues of "State of the agent stack", newest first. */
export const publishedQuarters = read<FrozenQuarter[]>('quarters.json').map(quarterView)

/** The published changes of products that are built with a tool. */
export function changesWith(toolSlug: string): PublishedChanges {
  return publishedChanges.filter(({ tool_slugs }) => tool_slugs.includes(toolSlug))
}

/** The published changes of listings that have all of these facets. */
export function changesOf(facets: readonly string[]): PublishedChanges {
  const listed = new Set([...catalog.listings(facets)].map(({ slug }) => slug))
  return publishedChanges.filter(({ product }) => listed.has(product.slug))
}

const pictures = read<Record<string, { src: string; alt: string }>>('pictures.json')

/** The preview image of a page by its URL; undefined if the page uses the common image. */
export const pictureOf = (page: string) => pictures[page]

/** A Markdown file of content/docs, content/clients or content/skills. */
interface Page {
  /** The last part of the URL; `index` for /docs itself. */
  slug: string
  markdown: string
}

/** The pages of the documentation in their order. */
export const docPages = filled<
  Page & { title: string; description: string; group: 'Guides' | 'Run your own' }
>('docs.json')

/** The clients of /connect in their order. */
export const clientPages = filled<Page & { name: string; group: string; source: string }>(
  'clients.json',
)

/** The Agent Skills in their order. */
export const skillPages = filled<Page & { description: string }>('skills.json')

/**
 * The pages of a file. `{{site}}` in a text is replaced by the URL of the site, so that samples can
 * be copied, `{{contact}}` by the e-mail address of the editors, and `{{cli}}` by that of our npm
 * package.
 */
function filled<P extends Page>(file: string): P[] {
  return read<P[]>(file).map((page) => ({
    ...page,
    markdown: page.markdown
      .replaceAll('{{site}}', site)
      .replaceAll('{{contact}}', contact)
      .replaceAll('{{cli}}', onSite.cli(publishedCli.version)),
  }))
}

// Safe cast: hosting/build-site.ts wrote each file from a value of the type that the caller names.
function read<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as T
}
