import { readFileSync } from 'node:fs'
import path from 'node:path'
import { folder, site } from 'virtual:build'
import { addresses } from '#core/addresses.ts'
import { openBuiltCatalog } from './open.ts'
import type { Directory, PublishedChanges, PublishedIssue } from './read-directory.ts'

/** The data that pages are made from: the only place that reads the files of this build. */
export const catalog = openBuiltCatalog(path.join(folder, 'catalog.sqlite'), addresses(site))

/** The address of the site that is built, without a slash at its end. */
export const publishedAt = site

/** The newest items of the changelog at this build, newest first. */
export const publishedChanges = read<PublishedChanges>('changes.json')

/** The weekly issues that are published, newest first. */
export const publishedIssues = read<PublishedIssue[]>('issues.json')

/** Figures of the review, counted at this build. */
export const reviewFigures = read<Directory['review']>('review.json')

/** The changes of products built with a tool. */
export function changesWith(toolSlug: string): PublishedChanges {
  return publishedChanges.filter(({ tool_slugs }) => tool_slugs.includes(toolSlug))
}

/** The changes of listings with all of these facets. */
export function changesOf(facets: readonly string[]): PublishedChanges {
  const listed = new Set([...catalog.listings(facets)].map(({ slug }) => slug))
  return publishedChanges.filter(({ product }) => listed.has(product.slug))
}

/** The preview picture of a page by its address; undefined when it uses the common one. */
export function pictureOf(page: string): NamedPicture | undefined {
  return pictures[page]
}
interface NamedPicture {
  src: string
  alt: string
}
const pictures = read<Record<string, NamedPicture>>('pictures.json')

/** A page of the documentation, from content/docs. */
export interface DocPage {
  /** `index` for /docs itself. */
  slug: string
  title: string
  description: string
  markdown: string
}

/**
 * The pages of the documentation in their order. `{{site}}` in a text becomes the address of this
 * site, so that samples can be copied.
 */
export function docPages(address: string): DocPage[] {
  return read<DocPage[]>('docs.json').map(({ slug, title, description, markdown }) => ({
    slug,
    title,
    description,
    markdown: markdown.replaceAll('{{site}}', address),
  }))
}

// hosting/build-site.ts wrote it from values of these types.
function read<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as T
}
