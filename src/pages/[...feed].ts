import type { APIRoute } from 'astro'
import { catalog, changesOf, changesWith, pictureOf, publishedChanges } from '#catalog/published.ts'
import type { PublishedChanges } from '#catalog/read-directory.ts'
import { addresses } from '#core/addresses.ts'
import { changeFilterNames, changeFilters, presentChange } from '#present/lists/change.ts'
import { lifecycleSentence } from '#present/product/lifecycle-words.ts'
import { inSentence } from '#present/words.ts'
import {
  type ChangeFeed,
  atomFeed,
  changeEntry,
  jsonFeed,
  mostEntries,
  moveEntry,
} from '#exports/change-feeds.ts'
import { aboutProduct } from './_changes.ts'
import { facetPages, wordsOf } from './_facet-pages.ts'
import { moves } from './_moves.ts'
import { prerenderedSlugs } from './product/_prerendered.ts'

interface Props {
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
export function getStaticPaths() {
  const feeds: Props[] = [
    { title: 'Proofstack changelog', page: 'changelog', changes: publishedChanges },
    { title: 'Which agent products switched tools', page: 'trends' },
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
    ...facetPages('').map(({ group, value, key, url }) => ({
      title: wordsOf(group, value).title,
      page: url.slice(1),
      changes: changesOf([key]),
    })),
  ]
  return feeds.flatMap((props) =>
    ['atom', 'json'].map((kind) => ({ params: { feed: `${props.page}.${kind}` }, props })),
  )
}

export const GET: APIRoute<Props> = ({ params, props, site }) => {
  const { origin } = site!
  const to = addresses(origin)
  const about = (slug: string) => {
    const picture = pictureOf(addresses('').listing(slug))
    const lifecycle = catalog.product(slug)?.field('lifecycle')
    return {
      ...aboutProduct(slug),
      picture: picture && new URL(picture.src, origin).href,
      standing: lifecycle && lifecycleSentence(lifecycle),
    }
  }
  const entries = props.changes
    ? props.changes
        .slice(0, mostEntries)
        .map((change) => changeEntry(presentChange(change, to), about(change.product.slug)))
    : moves
        .slice(0, mostEntries)
        .map((move) => moveEntry(move, to.listing(move.product.slug), about(move.product.slug)))
  const page = `${origin}/${props.page}`
  const feed: ChangeFeed = {
    title: props.title,
    page,
    atom: `${page}.atom`,
    json: `${page}.json`,
    entries,
  }
  return new Response(params['feed']!.endsWith('.atom') ? atomFeed(feed) : jsonFeed(feed))
}
