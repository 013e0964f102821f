// `trial kills`: repeatedly kills the service with SIGKILL during submissions and approvals. The
// database must have every acknowledged submission, and no partly written approval.
import { setTimeout as sleep } from 'node:timers/promises'
import { openExisting } from '#db/connection/open-existing.ts'
import { markdownTable } from '#exports/markdown.ts'
import { runScript, startService } from '#testing/service.ts'
import { type Acknowledged, clientOf } from './client.ts'
import { approvalOf, lostOf } from './database-checks.ts'

export async function kills(dataDir: string, rounds: number) {
  const acknowledged: Acknowledged[] = []
  const lost: string[] = []
  const approvals = { none: 0, whole: 0, half: 0 }
  for (let round = 0; round < rounds; round++) {
    const service = await startService({ dataDir })
    const client = clientOf(service.url)
    let isKilled = false
    const submitters = Array.from({ length: 4 }, async () => {
      while (!isKilled) await client.submit()
    })
    // Kills after 5 to 40 submissions, and in every third round also during an approval.
    while (client.acknowledged.length < 5 + ((round * 7) % 36)) await sleep(5)
    const { slug } = client.acknowledged.at(-1)!
    const approving =
      round % 3 === 0 && runScript('editor.ts', ['approve', slug, '--yes'], { dataDir })
    if (approving) await sleep(round * 60)
    await service.stop('SIGKILL')
    isKilled = true
    await Promise.all(submitters)
    acknowledged.push(...client.acknowledged)
    if (!approving) continue
    const { code } = await approving
    const { db, close } = await openExisting({ DATA_DIR: dataDir })
    const approval = await approvalOf(db, slug).finally(close)
    approvals[approval]++
    if (approval === 'half' || (code === 0 && approval === 'none'))
      lost.push(`the approval of ${slug} is ${approval}`)
  }
  // The service must be able to start on the database that the kills have left.
  const service = await startService({ dataDir })
  const { db, close } = await openExisting({ DATA_DIR: dataDir })
  lost.push(...(await lostOf(db, acknowledged).finally(close)))
  await service.stop()
  const cells = [rounds, acknowledged.length, approvals.whole, approvals.none, lost.length]
  const headings = ['kills', 'acknowledged', 'approvals done', 'undone', 'lost writes']
  const table = [markdownTable(headings, [cells.map(String)]), ...lost].join('\n')
  return { table, isRight: lost.length === 0 }
}
