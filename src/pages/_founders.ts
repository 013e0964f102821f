import { mostFounders } from '#catalog/prerendered.ts'
import { catalog } from '#catalog/published.ts'
import { once } from '#core/once.ts'

/**
 * With fewer listings than this, the page of a founder is noindex: it only repeats the page of the
 * listing.
 */
export const fewestOfFounder = 2

/** The founders that have a page, those with the most listings first; their listings newest first. */
export const founders = once(() => {
  const named = [...catalog.listings([])].flatMap((listing) => {
    const [slug, name] = [listing.field('founder_profile_slug'), listing.field('founder_name')]
    return slug === null || name === null ? [] : [{ slug, name, listing }]
  })
  return [...Map.groupBy(named, ({ slug }) => slug)]
    .map(([slug, [first, ...others]]) => ({
      slug,
      name: first!.name,
      listings: [first!, ...others].map(({ listing }) => listing),
    }))
    .sort((a, b) => b.listings.length - a.listings.length || (a.slug < b.slug ? -1 : 1))
    .slice(0, mostFounders(catalog.total))
})
