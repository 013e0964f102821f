import { spawn } from 'node:child_process'
import path from 'node:path'
import { startPostgres } from './postgres.ts'
import { run } from './run.ts'

const root = path.dirname(import.meta.dirname)

// Repeats the database and whole-service tests on a real Postgres, through the Neon driver, in a
// cluster that lives as long as the run.
await run(async () => {
  const postgres = await startPostgres()
  try {
    const args = [
      'run',
      '--config',
      'src/testing/vitest.config.ts',
      '--project',
      'db',
      '--project',
      'served',
      ...process.argv.slice(2),
    ]
    const vitest = spawn(
      process.execPath,
      [path.join(root, 'node_modules/vitest/vitest.mjs'), ...args],
      {
        cwd: root,
        env: { ...process.env, TEST_DATABASE_URL: postgres.url },
        stdio: 'inherit',
      },
    )
    return await new Promise<number>((resolve) =>
      vitest.once('close', (code) => resolve(code ?? 1)),
    )
  } finally {
    await postgres.stop()
  }
})
