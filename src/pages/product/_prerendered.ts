import { prerenderedListings } from '#catalog/prerendered.ts'
import { catalog } from '#catalog/published.ts'

/** The slugs of the listings whose pages the build renders as files, newest first. */
export function prerenderedSlugs(): string[] {
  return prerenderedListings(catalog).map(({ slug }) => slug)
}
