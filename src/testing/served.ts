import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { connect } from '#db/connect.ts'
import { databaseUrl } from './database-template.ts'
import { freePort, removeFolder, startService } from './service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `environment` is what a command of scripts/ needs to work on the same service. */
    served: { url: string; dataDir: string; environment: Record<string, string> }
  }
}

/**
 * One service for all tests of the served build: on the embedded database, on the Postgres of
 * TEST_DATABASE_URL, or the deployment at SERVED_URL. It is not waited for: see await-served.ts.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const deployment = process.env['SERVED_URL']
  if (deployment) {
    project.provide('served', {
      url: deployment.replace(/\/$/, ''),
      dataDir: 'elsewhere',
      environment: {},
    })
    return async () => {}
  }
  const server = process.env['TEST_DATABASE_URL']
  const database = server ? await createDatabase(server) : undefined
  const environment: Record<string, string> = database ? { DATABASE_URL: database.url } : {}
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'proofstack-served-'))
  const port = await freePort()
  const starting = startService({ dataDir, environment: { ...environment, PORT: String(port) } })
  starting.catch((error: unknown) => console.error(error))
  project.provide('served', { url: `http://127.0.0.1:${port}`, dataDir, environment })
  return async () => {
    await starting.then(
      (service) => service.stop(),
      () => {},
    )
    await removeFolder(dataDir)
    await database?.drop()
  }
}

async function createDatabase(server: string) {
  const name = `proofstack_served_${process.pid}`
  const admin = connect(server, { max: 1, onError: console.error })
  await sql`create database ${sql.id(name)}`.execute(admin)
  const drop = async () => {
    await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
    await admin.destroy()
  }
  return { url: databaseUrl(server, name), drop }
}
