import {
  type Scored,
  halves,
  askSite,
  means,
  measureRelevance,
  queryText,
} from '#testing/relevance.ts'
import { removeFolder, startService } from '#testing/service.ts'
import { measureTypos } from '#testing/typos.ts'
import { run } from '#command.ts'

// Scores search and recommend with the judged queries of the starter content. Prints scores by kind
// and half of the queries, and the ten worst queries of each.
await run(async () => {
  const service = await startService()
  try {
    const scored = await measureRelevance(askSite(service.url))
    for (const operation of ['search', 'recommend'] as const) {
      const own = scored.filter(({ query }) => query.for === operation)
      withHalves(operation, own)
      for (const [kind, ofKind] of Map.groupBy(own, ({ query }) => query.kind))
        withHalves(`  ${kind}`, ofKind)
      console.log('  the worst ten:')
      for (const { query, ndcg, answers } of own.toSorted((a, b) => a.ndcg - b.ndcg).slice(0, 10))
        console.log(
          `    ${ndcg.toFixed(2)}  ${query.kind.padEnd(11)} ${queryText(query)}  →  ${answers.slice(0, 5).join(', ') || 'nothing'}`,
        )
    }
  } finally {
    await service.stop()
    await removeFolder(service.dataDir)
  }
  const { asked, found } = measureTypos({ names: 5000, asked: 500 })
  console.log(`typos          ${found} of ${asked} names found with one typo, among 5,000 names`)
})

function withHalves(name: string, scored: readonly Scored[]) {
  line(name, scored)
  for (const half of halves) {
    const own = scored.filter((entry) => entry.half === half)
    if (own.length > 0) line(`    ${half}`, own)
  }
}

function line(name: string, scored: readonly Scored[]) {
  const { mrr, ndcg, goodFirst, useless, count } = means(scored)
  console.log(
    `${name.padEnd(16)} MRR ${mrr.toFixed(3)}  nDCG@10 ${ndcg.toFixed(3)}  a good answer in the first three ${goodFirst.toFixed(2)}  useless among them ${useless.toFixed(2)}  (${count} queries)`,
  )
}
