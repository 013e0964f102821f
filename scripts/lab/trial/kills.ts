// `trial kills`: repeatedly kills the service with SIGKILL during submissions and approvals. The
// database must have every acknowledged submission, and no partly written approval.
import { setTimeout as sleep } from 'node:timers/promises'
import { openExisting } from '#db/open-existing.ts'
import { startService } from '#testing/service.ts'
import { approve } from '../approve.ts'
import { tableOf } from '../figures.ts'
import { type Acknowledged, clientOf } from './client.ts'
import { approvalOf, lostOf } from './database-checks.ts'

export async function kills(dataDir: string, rounds: number) {
  const acknowledged: Acknowledged[] = []
  const wrong: string[] = []
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
    const approving = round % 3 === 0 && approve(slug, dataDir)
    if (approving) await sleep(round * 60)
    await service.stop('SIGKILL')
    isKilled = true
    await Promise.all(submitters)
    acknowledged.push(...client.acknowledged)
    if (!approving) continue
    const { code } = await approving
    const { db, close } = await openExisting({ DATA_DIR: dataDir })
    const approval = await approvalOf(db, slug)
    await close()
    approvals[approval]++
    if (approval === 'half' || (code === 0 && approval === 'none'))
      wrong.push(`the approval of ${slug} is ${approval}`)
  }
  // The service must be able to start on the database that the kills have left.
  const service = await startService({ dataDir })
  const { db, close } = await openExisting({ DATA_DIR: dataDir })
  wrong.push(...(await lostOf(db, acknowledged)).map((lost) => `lost: ${lost}`))
  await close()
  await service.stop()
  const table = tableOf(
    ['kills', 'acknowledged', 'approvals done, undone', 'wrong'],
    [
      [
        String(rounds),
        String(acknowledged.length),
        `${approvals.whole}, ${approvals.none}`,
        wrong.join('; ') || 'nothing is lost',
      ],
    ],
  )
  return { table, isRight: wrong.length === 0 }
}
