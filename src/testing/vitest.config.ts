import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { type UserProjectConfigExport, defineConfig } from 'vitest/config'

const report = process.env['TEST_REPORT']
const root = path.resolve(import.meta.dirname, '../..')
const isOnServer = Boolean(process.env['TEST_DATABASE_URL'])
const hasRedis = Boolean(process.env['TEST_REDIS_SERVER'])
const isDeployed = Boolean(process.env['SERVED_URL'])

// A test file that contains one of these names uses commands, the data folder or a service of its
// own, so it cannot run against a remote deployment.
const needsThisMachine = /\b(?:editor\(|runScript|startService|dataDir)/
const startsItsOwn = /\bstartService\(/

// Tests that are repeated on a Postgres server, through the Neon driver: of statements, transactions,
// locks, the pool and its deadlines. The others do the same on any database.
const onDriver = [
  'src/{db/{connection,migrations,queries},editorial,limits,mail}/*.db.test.ts',
  'src/service/{claims,count-view,degraded,health,report-fact,submit-product,update-product}.db.test.ts',
  'src/request-deadline.db.test.ts',
  '**/*.services.db.test.ts',
]

/**
 * The name of a test file tells what it needs. `x.test.ts`: nothing. `x.db.test.ts`: a Postgres,
 * embedded or at TEST_DATABASE_URL. `x.redis.test.ts`: also the Redis program at TEST_REDIS_SERVER,
 * without which it does not run. `x.served.test.ts`: the built service, as of `npm start`, or the
 * deployment at SERVED_URL. `x.rebuilt.test.ts`: a service that makes builds.
 */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    // The script .ci/run reads this report and adds up the results of several runs.
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    projects: [
      project('unit', {
        include: ['{src,functions,scripts}/**/*.test.ts'],
        exclude: ['**/*.{db,redis,served,rebuilt}.test.ts'],
      }),
      project('db', {
        // The Redis tests are included here: each starts its own Redis, which it stops and freezes.
        include: [
          ...(isOnServer ? onDriver : ['{src,functions,scripts}/**/*.db.test.ts']),
          ...(hasRedis ? ['{src,functions,scripts}/**/*.redis.test.ts'] : []),
        ],
        // `x.services.db.test.ts` needs a Postgres server, with a pooler or a process that can be
        // stopped.
        exclude: isOnServer ? [] : ['**/*.services.db.test.ts'],
        globalSetup: ['src/testing/database-template.ts'],
      }),
      // These projects run at the same time as unit tests: each has its own folder and service.
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
              setupFiles: ['src/testing/await-served.ts', 'src/testing/after-file.ts'],
              fileParallelism: false,
              sequence: { groupOrder: 2 },
            }),
          ]),
      project('served', {
        // On a Postgres server only three files run: they write through the service and read it
        // back. Every other SQL statement has a database test, which also runs on a server.
        include: isOnServer
          ? ['functions/{submit,lifecycle,changelog}.served.test.ts']
          : ['{src,functions,scripts}/**/*.served.test.ts'],
        exclude: isDeployed ? servedFiles(needsThisMachine) : servedFiles(startsItsOwn),
        globalSetup: [
          ...(isDeployed ? [] : ['src/testing/built-folder.ts']),
          'src/testing/served.ts',
        ],
        setupFiles: ['src/testing/await-served.ts', 'src/testing/after-file.ts'],
        // The test files share the database of one service, so they run one after another.
        fileParallelism: false,
        sequence: { groupOrder: 1 },
      }),
    ],
  },
})

type ProjectTest = NonNullable<Extract<UserProjectConfigExport, { test?: unknown }>['test']>

// The timeouts only end tests that hang: on a busy machine a build has taken a minute. A process
// runs many files, so that it imports modules and opens a database once. This is safe, because
// dependencies are arguments and modules hold no state.
function project(name: string, test: ProjectTest) {
  return {
    root,
    test: {
      name,
      isolate: false,
      testTimeout: 240_000,
      hookTimeout: 240_000,
      // Vitest reads the default export of external modules; the default export of @vercel/kv
      // throws.
      server: { deps: { inline: ['@vercel/kv'] } },
      setupFiles: ['src/testing/after-file.ts'],
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
