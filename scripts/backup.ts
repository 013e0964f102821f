import { takeBackup } from '#db/backup/take.ts'
import { openExisting } from '#db/connection/open-existing.ts'
import { readBackupArguments } from './backup-arguments.ts'
import { run } from '#command.ts'

const usage = `npm run backup -- FILE [--env settings.env]
Writes every row of the service's database into FILE, while the service runs.`

await run(async () => {
  const { file, config } = await readBackupArguments(usage)
  const database = await openExisting(config)
  try {
    const { tables } = await takeBackup(database.db, file, new Date())
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const secret = config.DATABASE_URL
      ? 'SERVICE_SECRET'
      : `SERVICE_SECRET, or ${config.DATA_DIR}/secret`
    console.log(`Wrote ${rows} rows of ${tables.length} tables of ${database.name} into ${file}.
It holds e-mail addresses. Keep ${secret}, too, but in another place: without it, rate limits and addresses without mails begin anew, and the off links of sent mails end.`)
  } finally {
    await database.close()
  }
})
