import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { connect } from '../src/db/connect.ts'
import { openEmbedded } from '../src/db/embedded/open.ts'
import { migrate } from '../src/db/migrate.ts'
import { type Scored, askSite, means, measureRelevance } from '../src/testing/relevance.ts'
import { removeFolder, startService } from '../src/testing/service.ts'
import { measureTypos } from '../src/testing/typos.ts'
import { run } from './run.ts'

// Scores search and recommend over the judged queries of the starter content and prints the worst
// ten of each.
await run(async () => {
  const service = await startService()
  try {
    const scored = await measureRelevance(askSite(service.url))
    for (const what of ['search', 'recommend'] as const) {
      const ours = scored.filter(({ query }) => query.for === what)
      line(what, ours)
      for (const half of ['tuned', 'held out'] as const)
        line(
          `  ${half}`,
          ours.filter((entry) => entry.half === half),
        )
      for (const kind of new Set(ours.map(({ query }) => query.kind)))
        line(
          `  ${kind}`,
          ours.filter(({ query }) => query.kind === kind),
        )
      console.log('  the worst ten:')
      for (const { query, ndcg, answers } of [...ours]
        .sort((a, b) => a.ndcg - b.ndcg)
        .slice(0, 10)) {
        const asked = [query.q, query.task, query.stack].filter(Boolean).join(' + ')
        console.log(
          `    ${ndcg.toFixed(2)}  ${query.kind.padEnd(9)} ${asked}  →  ${answers.slice(0, 5).join(', ') || 'nothing'}`,
        )
      }
    }
  } finally {
    await service.stop()
    await removeFolder(service.dataDir)
  }
  const { asked, found } = await typos()
  console.log(`typos          ${found} of ${asked} names found with one slip, among 5,000 names`)
})

// In a database of their own: invented names have no place among the starters.
async function typos() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-typos-'))
  const embedded = await openEmbedded(folder)
  const db = connect(embedded.url, { max: 1, onError: console.error })
  try {
    await migrate(db)
    return await measureTypos(db, { names: 5000, asked: 500 })
  } finally {
    await db.destroy()
    await embedded.close()
    await removeFolder(folder)
  }
}

function line(name: string, scored: readonly Scored[]) {
  const { mrr, ndcg, count } = means(scored)
  console.log(
    `${name.padEnd(14)} MRR ${mrr.toFixed(3)}  nDCG@10 ${ndcg.toFixed(3)}  (${count} queries)`,
  )
}
