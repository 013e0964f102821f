import { expect, it } from 'vitest'
import { connect } from '#db/connection/connect.ts'
import { openEmbedded } from '#db/embedded/open.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { migrate } from './migrate.ts'
import { listMigrations } from './schema-version.ts'

const folder = temporaryFolder()

it('two deployments at once migrate an empty database once, and neither fails', async () => {
  const { url, close } = await openEmbedded(folder)
  const pools = [1, 2].map(() => connect(url, { max: 1, onError: () => {} }))
  const applied = await Promise.all(pools.map((db) => migrate(db)))
  expect(applied.map((names) => names.length).sort()).toEqual([0, (await listMigrations()).length])
  await Promise.all(pools.map((db) => db.destroy()))
  await close()
})
