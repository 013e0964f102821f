import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { type UserProjectConfigExport, defineConfig } from 'vitest/config'

const report = process.env['TEST_REPORT']
const root = path.resolve(import.meta.dirname, '../..')
const isOnServer = Boolean(process.env['TEST_DATABASE_URL'])
const hasRedis = Boolean(process.env['TEST_REDIS_SERVER'])
const isDeployed = Boolean(process.env['SERVED_URL'])

// Whoever uses the editor's commands, the data folder or a service of its own names one of these,
// and cannot be asked of a deployment elsewhere.
const needsThisMachine = /\b(?:editor\(|runScript|startService|dataDir)/
const startsItsOwn = /\bstartService\(/

// The embedded database alone, and doors of operations whose own tests run on a server: what people
// type and read, and how answers are judged, no server changes. `at-once` and `session` stay.
const sameOnAnyDatabase = [
  'src/{db/embedded,http,mcp,testing}/**',
  'scripts/lab/**',
  'src/desk/terminal/**',
  'src/desk/{commands,findings,outbox,proposals,restrict}.db.test.ts',
]

/**
 * Five kinds of tests, told by their names: `x.test.ts` needs nothing, `x.db.test.ts` a Postgres
 * (embedded, or TEST_DATABASE_URL), `x.redis.test.ts` a Redis, too (the program that
 * TEST_REDIS_SERVER names; without one they are not run), `x.served.test.ts` the whole service,
 * built and started as `npm start` does, or the deployment at SERVED_URL, and `x.rebuilt.test.ts` a
 * service that builds again what it is asked for.
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
        exclude: ['**/*.{db,redis,served,rebuilt}.test.ts'],
      }),
      project('db', {
        // The limits on a real Redis, which each file starts for itself: it stops and freezes it.
        include: [
          '{src,functions,scripts}/**/*.db.test.ts',
          ...(hasRedis ? ['{src,functions,scripts}/**/*.redis.test.ts'] : []),
        ],
        // On a server only what a server can change: the embedded database is not there. What only
        // servers have, a pooler or a process that can be stopped, is `x.services.db.test.ts`.
        exclude: isOnServer ? sameOnAnyDatabase : ['**/*.services.db.test.ts'],
        globalSetup: ['src/testing/database-template.ts'],
      }),
      // Beside the tests that need nothing: each has a folder and a service to itself.
      ...(isOnServer || isDeployed
        ? []
        : [
            project('own', {
              include: servedFiles(startsItsOwn),
              globalSetup: ['src/testing/built-folder.ts'],
              sequence: { groupOrder: 0 },
            }),
            project('rebuilt', {
              include: ['{src,functions,scripts}/**/*.rebuilt.test.ts'],
              globalSetup: ['src/testing/built-folder.ts', 'src/testing/served.ts'],
              setupFiles: ['src/testing/await-served.ts'],
              fileParallelism: false,
              sequence: { groupOrder: 2 },
            }),
          ]),
      project('served', {
        // On a server, the three ways on which the service writes what it reads back: a submission,
        // a listing's whole life, and the changelog that follows it. Every other statement of the
        // service has a database test, and those all run there.
        include: isOnServer
          ? ['functions/{submit,lifecycle,changelog}.served.test.ts']
          : ['{src,functions,scripts}/**/*.served.test.ts'],
        exclude: isDeployed ? servedFiles(needsThisMachine) : servedFiles(startsItsOwn),
        globalSetup: [
          ...(isDeployed ? [] : ['src/testing/built-folder.ts']),
          'src/testing/served.ts',
        ],
        setupFiles: ['src/testing/await-served.ts'],
        // One service for all files: they share its database, so they come one after the other.
        fileParallelism: false,
        sequence: { groupOrder: 1 },
      }),
    ],
  },
})

type ProjectTest = NonNullable<Extract<UserProjectConfigExport, { test?: unknown }>['test']>

// The limits end what hangs; no test is about time. On a machine that others use, a build has taken
// a minute. One process runs many files, so that it imports the modules and opens a database once:
// no module keeps state that a test could leave to the next file, for dependencies are arguments.
function project(name: string, test: ProjectTest) {
  return {
    root,
    test: {
      name,
      isolate: false,
      testTimeout: 240_000,
      hookTimeout: 240_000,
      // Its default export throws when somebody looks at it, as vitest does with what it imports.
      server: { deps: { inline: ['@vercel/kv'] } },
      ...test,
    },
  }
}

function servedFiles(naming: RegExp): string[] {
  return ['src', 'functions', 'scripts']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true }).map((name) =>
        path.join(folder, String(name)),
      ),
    )
    .filter((name) => name.endsWith('.served.test.ts'))
    .filter((name) => naming.test(readFileSync(path.join(root, name), 'utf8')))
}
