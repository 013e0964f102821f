import { restoreBackup } from '#db/backup/restore.ts'
import { openTarget, reachable } from '#db/connection/open-database.ts'
import { readBackupArguments } from './backup-arguments.ts'
import { run } from '#command.ts'

const usage = `npm run restore-backup -- FILE [--env settings.env]
Restores a backup into an empty database, which it migrates first: all of it or nothing.`

await run(async () => {
  const { file, config } = await readBackupArguments(usage)
  const database = await openTarget(config)
  try {
    const { tables, taken_at } = await reachable(() => restoreBackup(database.db, file))
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Restored ${rows} rows of ${tables.length} tables into ${database.name}, as of ${taken_at}. Start the service with the SERVICE_SECRET that it had.`,
    )
  } finally {
    await database.close()
  }
})
