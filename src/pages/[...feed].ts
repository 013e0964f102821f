import type { APIRoute } from 'astro'
import { catalog, changesWith, pictureOf, publishedChanges } from '#catalog/published.ts'
import type { PublishedChanges } from '#catalog/read-directory.ts'
import { addresses } from '#core/addresses.ts'
import { changeFilterNames, changeFilters, presentChange } from '#present/lists/change.ts'
import { lifecycleSentence } from '#present/product/lifecycle-words.ts'
import { inSentence } from '#present/words.ts'
import { atomFeed, jsonFeed } from '#exports/change-feeds.ts'
import { aboutProduct } from './_changes.ts'
import { facetFeeds } from './_facet-pages.ts'
import { prerenderedSlugs } from './product/_prerendered.ts'

interface Props {
  title: string
  page: string
  changes: PublishedChanges
}

/**
 * Feeds of the whole changelog, of each type of change, and of the changes of each tool, listing,
 * landing page, as Atom and as JSON Feed: /changelog.atom, /stack/postgresql.json and
 * so on.
 */
export function getStaticPaths() {
  const feeds: Props[] = [
    { title: 'Proofstack changelog', page: 'changelog', changes: publishedChanges },
    ...changeFilterNames.map((name) => ({
      title: `Proofstack changelog: ${inSentence(changeFilters[name].title)}`,
      page: addresses('').changesOf(name).slice(1),
      changes: publishedChanges.filter(({ type }) => type === changeFilters[name].type),
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
    ...facetFeeds(),
  ]
  return feeds.flatMap((props) =>
    ['atom', 'json'].map((kind) => ({ params: { feed: `${props.page}.${kind}` }, props })),
  )
}

export const GET: APIRoute<Props> = ({ params, props, site }) => {
  const { origin } = site!
  const items = props.changes.map((change) => presentChange(change, addresses(origin)))
  const page = `${origin}/${props.page}`
  const standing = (slug: string) => {
    const lifecycle = catalog.product(slug)?.field('lifecycle')
    return lifecycle && lifecycleSentence(lifecycle)
  }
  const feed = {
    title: props.title,
    page,
    atom: `${page}.atom`,
    json: `${page}.json`,
    items,
    standing,
    about: (slug: string) => {
      const picture = pictureOf(addresses('').listing(slug))
      return { ...aboutProduct(slug), picture: picture && new URL(picture.src, origin).href }
    },
  }
  return new Response(params['feed']!.endsWith('.atom') ? atomFeed(feed) : jsonFeed(feed))
}
