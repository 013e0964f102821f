import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { loadContent } from '../src/content-files/load.ts'
import { ApprovedStatus } from '../src/contract/operations/get-product.ts'
import type { ProductDetail } from '../src/contract/resources/product.ts'
import { type Db, connect } from '../src/db/connect.ts'
import { openEmbedded } from '../src/db/embedded/open.ts'
import { migrate } from '../src/db/migrate.ts'
import { findFalseReasons } from '../src/testing/reasons.ts'
import {
  type Scored,
  halves,
  askSite,
  means,
  measureRelevance,
  whatWasAsked,
} from '../src/testing/relevance.ts'
import { removeFolder, request, startService } from '../src/testing/service.ts'
import { measureTypos } from '../src/testing/typos.ts'
import { run } from './run.ts'

// Scores search and recommend over the judged queries of the starter content: each class in both
// halves, the worst ten of each, and every reason that is not true of its listing.
await run(async () => {
  const service = await startService()
  try {
    const scored = await measureRelevance(askSite(service.url))
    for (const what of ['search', 'recommend'] as const) {
      const ours = scored.filter(({ query }) => query.for === what)
      line(what, ours)
      eachHalf(ours)
      for (const kind of new Set(ours.map(({ query }) => query.kind))) {
        const ofKind = ours.filter(({ query }) => query.kind === kind)
        line(`  ${kind}`, ofKind)
        eachHalf(ofKind)
      }
      console.log('  the worst ten:')
      for (const { query, ndcg, answers } of ours.toSorted((a, b) => a.ndcg - b.ndcg).slice(0, 10))
        console.log(
          `    ${ndcg.toFixed(2)}  ${query.kind.padEnd(11)} ${whatWasAsked(query)}  →  ${answers.slice(0, 5).join(', ') || 'nothing'}`,
        )
    }
    await inDatabase(async (db) => {
      const { count, untrue } = await falseReasons(db, service.url, scored)
      console.log(`reasons        ${untrue.length} of ${count} are not true`)
      for (const one of untrue) console.log(`    ${one}`)
    })
  } finally {
    await service.stop()
    await removeFolder(service.dataDir)
  }
  const { asked, found } = await inDatabase((db) => measureTypos(db, { names: 5000, asked: 500 }))
  console.log(`typos          ${found} of ${asked} names found with one slip, among 5,000 names`)
})

async function falseReasons(db: Db, url: string, scored: readonly Scored[]) {
  const { topics, tools, listings } = await loadContent(path.resolve(import.meta.dirname, '..'))
  const products = new Map<string, Promise<ProductDetail>>()
  const read = async (slug: string) =>
    ApprovedStatus.parse((await request(`${url}/api/v1/products/${slug}`)).json()).product
  return findFalseReasons(db, scored, {
    topics,
    aliases: new Map(tools.map(({ slug, value }) => [slug, value.aliases])),
    asks: new Map(listings.map(({ slug, value }) => [slug, value.asks])),
    product: (slug) => {
      const known = products.get(slug) ?? read(slug)
      products.set(slug, known)
      return known
    },
  })
}

// A database of their own: invented names have no place among the starters.
async function inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-relevance-'))
  const embedded = await openEmbedded(folder)
  const db = connect(embedded.url, { max: 1, onError: console.error })
  try {
    await migrate(db)
    return await work(db)
  } finally {
    await db.destroy()
    await embedded.close()
    await removeFolder(folder)
  }
}

function eachHalf(scored: readonly Scored[]) {
  for (const half of halves)
    line(
      `    ${half}`,
      scored.filter((entry) => entry.half === half),
    )
}

function line(name: string, scored: readonly Scored[]) {
  const { mrr, ndcg, count } = means(scored)
  console.log(
    `${name.padEnd(16)} MRR ${mrr.toFixed(3)}  nDCG@10 ${ndcg.toFixed(3)}  (${count} queries)`,
  )
}
