import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { connect } from '#db/connect.ts'
import { databaseUrl } from './database-template.ts'
import { removeFolder, startService } from './service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `environment` is what a command of scripts/ needs to work on the same service. */
    served: { url: string; dataDir: string; environment: Record<string, string> }
  }
}

/**
 * One service for all tests of the served build: on the embedded database, or on the Postgres of
 * TEST_DATABASE_URL.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env['TEST_DATABASE_URL']
  const database = server ? await createDatabase(server) : undefined
  const environment: Record<string, string> = database ? { DATABASE_URL: database.url } : {}
  const service = await startService({ environment })
  project.provide('served', { url: service.url, dataDir: service.dataDir, environment })
  return async () => {
    await service.stop()
    await removeFolder(service.dataDir)
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
