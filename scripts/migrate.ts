import { migrateConfigured } from '#db/open-database.ts'
import { readDeployment } from '#platform.ts'
import { run } from '#command.ts'
import { loadSettings } from '#settings.ts'

// For deployments in steps: first the database, then the servers. `npm start` and `npm run build`
// migrate by themselves.
await run(async () => {
  await loadSettings()
  const applied = await migrateConfigured(readDeployment(process.env).config)
  for (const name of applied) console.log(`Applied ${name}.`)
  if (applied.length === 0) console.log('The database is up to date.')
})
