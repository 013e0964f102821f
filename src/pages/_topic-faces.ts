// The faces of a few products of each topic, as one picture a topic.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { faces } from 'virtual:build'
import { briefOf } from '#catalog/listing-view.ts'
import type { ProductBrief } from '#contract/resources/product.ts'
import { faceStrip } from '#exports/face-strip.ts'
import { facet } from '#present/browse.ts'
import { facetList, mostPopular } from './_facet-pages.ts'

/** At most this many faces are shown of a topic. */
const mostFaces = 4

/** The products of a topic with a face, those first for which it is the main topic. */
function faced(topic: string): ProductBrief[] {
  return mostPopular(facet('topic', topic))
    .map(briefOf)
    .filter(({ slug }) => faces[slug]?.startsWith('/marks/'))
    .toSorted((a, b) => Number(b.topics?.[0] === topic) - Number(a.topics?.[0] === topic))
    .slice(0, mostFaces)
}

/** The topics with products, each with its faces and the names of these products. */
export const topicsWithFaces = facetList('topic')
  .filter(({ count }) => count > 0)
  .map((topic) => {
    const products = faced(topic.value)
    if (products.length === 0) return { ...topic, strip: undefined }
    const files = products.map(({ slug }) => {
      const name = faces[slug]!
      // The path is relative to the working directory, because Astro builds in the checkout.
      return { name, bytes: readFileSync(path.resolve(`public${name}`)) }
    })
    // The names say which faces these are, and what else is for the topic if they are few.
    const first = [...new Set([...products.map(({ name }) => name), ...topic.first])]
    return { ...topic, first: first.slice(0, mostFaces), strip: faceStrip(topic.value, files) }
  })
