import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { openTarget } from '#db/connection/open-database.ts'
import { restoreBackup } from '#db/backup/restore.ts'
import { takeBackup } from '#db/backup/take.ts'
import { connect } from '#db/connection/connect.ts'
import { copyOfBuilt } from './built-folder.ts'
import { databaseUrl } from './database-template.ts'
import { listening } from './server-process.ts'
import { type Service, failedFile, removeFolder, startService } from './service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `environment`: the variables with which a command of scripts/ works on the same service. */
    served: { url: string; dataDir: string; environment: Record<string, string> }
  }
}

/**
 * Vitest setup: starts a service for all tests of the served site, on the embedded database or on
 * the Postgres of TEST_DATABASE_URL. With SERVED_URL, provides that deployment instead.
 * await-served.ts waits until the service answers.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const deployment = process.env['SERVED_URL']
  if (deployment) {
    const url = deployment.replace(/\/$/, '')
    project.provide('served', { url, dataDir: 'elsewhere', environment: {} })
    return async () => {}
  }
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'proofstack-served-'))
  const server = process.env['TEST_DATABASE_URL']
  const serving = await (server ? onServer(project, server, dataDir) : onCopy(project, dataDir))
  const { starting, url, environment = {}, end } = serving
  starting.catch(async (error: unknown) => {
    console.error(error)
    await writeFile(path.join(dataDir, failedFile), String(error))
  })
  project.provide('served', { url, dataDir, environment })
  return async () => {
    await starting.then(
      (service) => service.stop(),
      () => {},
    )
    await removeFolder(dataDir)
    await end()
  }
}

interface Serving {
  starting: Promise<Service>
  url: string
  environment?: Record<string, string>
  end: () => Promise<void>
}

// Starts the service on a copy of the built folder. Tests need no builds, so the service calls a
// build hook that does nothing. Only the service of the project `rebuilt` builds by itself.
async function onCopy(project: TestProject, dataDir: string): Promise<Serving> {
  const { built } = project.getProvidedContext()
  const host = project.name === 'rebuilt' ? '127.0.0.2' : '127.0.0.1'
  const builder = await otherBuilder()
  const hook: Record<string, string> =
    project.name === 'rebuilt' ? {} : { REBUILD_HOOK_URL: builder.url }
  const starting = copyOfBuilt(built, { dataDir, host }).then(({ environment }) =>
    startService({ dataDir, environment: { ...environment, ...hook } }),
  )
  return { starting, url: `http://${host}:${built.port}`, end: builder.close }
}

// Starts the service on a copy of the built folder whose rows were restored on the Postgres server,
// so that the build matches the database.
async function onServer(project: TestProject, server: string, dataDir: string): Promise<Serving> {
  const { built } = project.getProvidedContext()
  const name = `proofstack_served_${process.pid}`
  const admin = connect(server, { max: 1, onError: console.error })
  await sql`create database ${sql.id(name)}`.execute(admin)
  const database = { DATABASE_URL: databaseUrl(server, name) }
  const builder = await otherBuilder()
  const start = async () => {
    const { environment } = await copyOfBuilt(built, { dataDir, host: '127.0.0.1' })
    await copyRows(dataDir, database)
    const own = { ...environment, ...database, REBUILD_HOOK_URL: builder.url }
    return startService({ dataDir, environment: own })
  }
  return {
    starting: start(),
    url: `http://127.0.0.1:${built.port}`,
    environment: database,
    end: async () => {
      await builder.close()
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
      await admin.destroy()
    },
  }
}

async function copyRows(dataDir: string, database: { DATABASE_URL: string }): Promise<void> {
  const file = path.join(dataDir, 'rows')
  const [from, to] = await Promise.all([
    openTarget({ DATA_DIR: dataDir }),
    openTarget({ DATA_DIR: dataDir, ...database }),
  ])
  try {
    await takeBackup(from.db, file, new Date())
    await restoreBackup(to.db, file)
  } finally {
    await from.close()
    await to.close()
  }
}

async function otherBuilder() {
  const builder = createServer((_, response) => response.writeHead(202).end())
  const url = `http://127.0.0.1:${await listening(builder)}/`
  return { url, close: async () => void builder.close() }
}
