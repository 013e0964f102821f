import {
  catalog,
  changesOf,
  changesWith,
  onSite,
  pictureOf,
  prerenderedSlugs,
  publishedChanges,
} from '#catalog/published.ts'
import type { PublishedChanges } from '#catalog/read-directory.ts'
import { paths } from '#core/addresses.ts'
import { changeFilters, presentChange } from '#present/lists/change.ts'
import { lifecycleSentence } from '#present/product/lifecycle-words.ts'
import { inSentence } from '#present/words.ts'
import { atomFeed, changeEntry, jsonFeed, mostEntries, moveEntry } from '#exports/change-feeds.ts'
import { aboutProduct } from './_changes.ts'
import { facetPages, wordsOf } from './_facet-pages.ts'
import type { Document } from './_markdown-pages.ts'
import { moves } from './_moves.ts'

interface Feed {
  title: string
  page: string
  /** Undefined for the feed of what moved in stacks. */
  changes?: PublishedChanges
}

/**
 * Feeds of the whole changelog, of each type of change, of what moved in stacks, and of the changes
 * of each tool, listing and landing page, as Atom and as JSON Feed: /changelog.atom,
 * /stack/postgresql.json and so on.
 */
export function feeds() {
  const all: Feed[] = [
    { title: 'Proofstack changelog', page: 'changelog', changes: publishedChanges },
    { title: 'Which agent products switched tools', page: 'trends' },
    ...Object.entries(changeFilters).map(([name, { title, type }]) => ({
      title: `Proofstack changelog: ${inSentence(title)}`,
      page: paths.changesOf(name).slice(1),
      changes: publishedChanges.filter((change) => change.type === type),
    })),
    ...catalog.tools.map(({ slug, name }) => ({
      title: `Built with ${name}`,
      page: `stack/${slug}`,
      changes: changesWith(slug),
    })),
    ...prerenderedSlugs().map((slug) => ({
      title: `Changes of ${catalog.product(slug)!.field('name')}`,
      page: `product/${slug}`,
      changes: publishedChanges.filter(({ product }) => product.slug === slug),
    })),
    ...facetPages().map(({ group, value, key, url }) => ({
      title: wordsOf(group, value).title,
      page: url.slice(1),
      changes: changesOf([key]),
    })),
  ]
  return all.flatMap((feed): Document[] => [
    [`${feed.page}.atom`, () => atomFeed(filled(feed))],
    [`${feed.page}.json`, () => jsonFeed(filled(feed))],
  ])
}

function filled({ title, page, changes }: Feed) {
  const about = (slug: string) => {
    const picture = pictureOf(paths.listing(slug))
    const lifecycle = catalog.product(slug)?.field('lifecycle')
    return {
      ...aboutProduct(slug),
      picture: picture && new URL(picture.src, onSite.site).href,
      standing: lifecycle && lifecycleSentence(lifecycle),
    }
  }
  const entries = changes
    ? changes
        .slice(0, mostEntries)
        .map((change) => changeEntry(presentChange(change, onSite), about(change.product.slug)))
    : moves
        .slice(0, mostEntries)
        .map((move) => moveEntry(move, onSite.listing(move.product.slug), about(move.product.slug)))
  return { title, page: `${onSite.site}/${page}`, entries }
}
