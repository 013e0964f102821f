import path from 'node:path'
import { defineConfig } from 'vitest/config'

const report = process.env['TEST_REPORT']
const root = path.resolve(import.meta.dirname, '../..')

/**
 * Three kinds of tests, told by their names: `x.test.ts` needs nothing, `x.db.test.ts` a Postgres
 * (embedded, or TEST_DATABASE_URL), `x.served.test.ts` the whole service, built and started as `npm
 * start` does.
 */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    // .ci/run counts the results of several runs.
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    projects: [
      project('unit', {
        include: ['{src,functions,scripts}/**/*.test.ts'],
        exclude: ['**/*.{db,served}.test.ts'],
      }),
      project('db', {
        include: ['{src,functions,scripts}/**/*.db.test.ts'],
        globalSetup: ['src/testing/database-template.ts'],
      }),
      project('served', {
        include: ['{src,functions,scripts}/**/*.served.test.ts'],
        globalSetup: ['src/testing/served.ts'],
        // One service for all files: they share its database, so they come one after the other.
        fileParallelism: false,
      }),
    ],
  },
})

// The limits end what hangs; no test is about time. On a machine that others use, a build has taken
// a minute.
function project(
  name: string,
  test: {
    include: string[]
    exclude?: string[]
    globalSetup?: string[]
    fileParallelism?: boolean
  },
) {
  return { root, test: { name, testTimeout: 240_000, hookTimeout: 240_000, ...test } }
}
