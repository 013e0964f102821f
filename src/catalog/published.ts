import { readFileSync } from 'node:fs'
import path from 'node:path'
import { contact, folder, site } from 'virtual:build'
import { addresses } from '#core/addresses.ts'
import type { Icon } from '#core/icon.ts'
import { openBuiltCatalog } from './built.ts'
import type { PublishedChanges, PublishedIssue } from './read-directory.ts'

/** The catalogue that pages are made from. Only this module reads the data files of the build. */
export const catalog = openBuiltCatalog(path.join(folder, 'catalog.sqlite'), addresses(site))

/** The URL of the site, without a trailing slash. */
export const publishedAt = site

/** The icons of tools, by slug. */
export const publishedIcons = read<Readonly<Record<string, Icon>>>('icons.json')

/** The newest items of the changelog at this build, newest first. */
export const publishedChanges = read<PublishedChanges>('changes.json')

/** The package of the command line that this build has. */
export const publishedCli = read<{ version: string; integrity: string }>('cli.json')

/** The weekly issues that are published, newest first. */
export const publishedIssues = read<PublishedIssue[]>('issues.json')

/** The published changes of products that are built with a tool. */
export function changesWith(toolSlug: string): PublishedChanges {
  return publishedChanges.filter(({ tool_slugs }) => tool_slugs.includes(toolSlug))
}

/** The published changes of listings that have all of these facets. */
export function changesOf(facets: readonly string[]): PublishedChanges {
  const listed = new Set([...catalog.listings(facets)].map(({ slug }) => slug))
  return publishedChanges.filter(({ product }) => listed.has(product.slug))
}

/** The preview image of a page by its URL; undefined if the page uses the common image. */
export function pictureOf(page: string): NamedPicture | undefined {
  return pictures[page]
}
interface NamedPicture {
  src: string
  alt: string
}
const pictures = read<Record<string, NamedPicture>>('pictures.json')

/** The clients of /connect, from content/clients. */
export const clientPages =
  read<{ slug: string; name: string; group: string; source: string; markdown: string }[]>(
    'clients.json',
  )

/** A page of the documentation, from content/docs. */
export interface DocPage {
  /** The last part of the URL; `index` for /docs itself. */
  slug: string
  title: string
  description: string
  markdown: string
}

/**
 * The pages of the documentation in their order. `{{site}}` in a text is replaced by `address`, so
 * that samples can be copied, and `{{contact}}` by the e-mail address of the editors.
 */
export function docPages(address: string): DocPage[] {
  return read<DocPage[]>('docs.json').map(({ slug, title, description, markdown }) => ({
    slug,
    title,
    description,
    markdown: markdown
      .replaceAll('{{site}}', address)
      .replaceAll('{{contact}}', contact)
      .replaceAll('{{cli}}', addresses(address).cli(publishedCli.version)),
  }))
}

// Safe cast: hosting/build-site.ts wrote each file from a value of the type that the caller names.
function read<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as T
}
