import {
  type Scored,
  halves,
  askSite,
  means,
  measureRelevance,
  whatWasAsked,
} from '#testing/relevance.ts'
import { removeFolder, startService } from '#testing/service.ts'
import { measureTypos } from '#testing/typos.ts'
import { run } from '#command.ts'

// Scores search and recommend over the judged queries of the starter content: each class in each
// half, and the worst ten of each.
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
  } finally {
    await service.stop()
    await removeFolder(service.dataDir)
  }
  const { asked, found } = measureTypos({ names: 5000, asked: 500 })
  console.log(`typos          ${found} of ${asked} names found with one typo, among 5,000 names`)
})

function eachHalf(scored: readonly Scored[]) {
  for (const half of halves) {
    const ours = scored.filter((entry) => entry.half === half)
    if (ours.length > 0) line(`    ${half}`, ours)
  }
}

function line(name: string, scored: readonly Scored[]) {
  const { mrr, ndcg, goodFirst, useless, count } = means(scored)
  console.log(
    `${name.padEnd(16)} MRR ${mrr.toFixed(3)}  nDCG@10 ${ndcg.toFixed(3)}  a good answer in the first three ${goodFirst.toFixed(2)}  useless among them ${useless.toFixed(2)}  (${count} queries)`,
  )
}
