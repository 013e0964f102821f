import { migrateConfigured } from '#db/connection/open-database.ts'
import { readDeployment } from '#platform.ts'
import { run } from '#command.ts'
import { loadSettings } from '#settings.ts'

// For deployments that migrate the database before they replace the servers. `npm start` and `npm
// run build` also migrate.
await run(async () => {
  await loadSettings()
  const applied = await migrateConfigured(readDeployment(process.env).config)
  for (const name of applied) console.log(`Applied ${name}.`)
  if (applied.length === 0) console.log('The database is up to date.')
})
