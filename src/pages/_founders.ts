import { mostFounders } from '#catalog/prerendered.ts'
import { catalog } from '#catalog/published.ts'
import type { Listing } from '#catalog/questions.ts'
import { once } from '#core/once.ts'

/** A founder, with the listings that name them as founder, newest first. */
interface Founder {
  slug: string
  name: string
  twitter: string | null
  listings: Listing[]
}

/**
 * With fewer listings than this, the page of a founder is noindex: it only repeats the page of the
 * listing.
 */
export const fewestOfFounder = 2

/** The founders that have a page, those with the most listings first. */
export const founders = once(() => {
  const bySlug = new Map<string, Founder>()
  for (const listing of catalog.listings([])) {
    const slug = listing.field('founder_profile_slug')
    const name = listing.field('founder_name')
    if (slug === null || name === null) continue
    const founder = bySlug.get(slug) ?? { slug, name, twitter: null, listings: [] }
    founder.twitter ??= listing.field('founder_twitter')
    founder.listings.push(listing)
    bySlug.set(slug, founder)
  }
  return [...bySlug.values()]
    .sort((a, b) => b.listings.length - a.listings.length || (a.slug < b.slug ? -1 : 1))
    .slice(0, mostFounders(catalog.total))
})

const slugs = once(() => new Set(founders().map(({ slug }) => slug)))

/** Whether the founder with this slug has a page. Listings without a founder have the slug null. */
export function hasFounderPage(slug: string | null): slug is string {
  return slug !== null && slugs().has(slug)
}
