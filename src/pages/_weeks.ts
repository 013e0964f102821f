// The weeks of the changelog, as /weekly shows them: what was listed, for what, and built with what.
import { briefOf } from '#catalog/listing-view.ts'
import { catalog } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { byDay, byWeek } from '#present/lists/change.ts'
import { mostFrequent } from '#present/lists/most-frequent.ts'
import { changes } from './_changes.ts'

const to = addresses('')
/** The most topics, tools and products that a week names. */
const most = { topics: 7, tools: 8, products: 9 }

/** For each week of the changelog, newest first: figures, and some of the listed products. */
export function weeksInFigures() {
  return byWeek(byDay(changes)).map(({ week, days }) => {
    const ofWeek = days.flatMap(({ changes: ofDay }) => ofDay)
    const products = ofWeek
      .filter(({ type }) => type === 'product_approved')
      .flatMap(({ product }) => catalog.product(product.slug) ?? [])
      .map(briefOf)
    const topics = mostFrequent(
      products.flatMap(({ topics: [main] = [] }) => main ?? []),
      most.topics,
    )
    const tools = mostFrequent(
      products.flatMap((product) => product.tools.map(({ slug }) => slug)),
      most.tools,
    )
    return {
      week,
      listed: ofWeek.filter(({ type }) => type === 'product_approved').length,
      reviewed: ofWeek.filter(({ type }) => type === 'claim_review_updated').length,
      topics: topics.flatMap(({ value, count }) => {
        const topic = catalog.topics.find(({ slug }) => slug === value)
        return topic ? [{ name: topic.name, href: to.topic(value), count }] : []
      }),
      tools: tools.map(({ value, count }) => ({
        name: catalog.toolsBySlug.get(value)!.name,
        href: to.tool(value),
        count,
      })),
      products: products.slice(0, most.products).map((product) => {
        const topic = catalog.topics.find(({ slug }) => slug === product.topics?.[0])
        return { product, note: topic?.name ?? '', text: product.description }
      }),
    }
  })
}
