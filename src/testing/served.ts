import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { connect } from '#db/connect.ts'
import { copyOfBuilt } from './built-folder.ts'
import { databaseUrl } from './database-template.ts'
import { type Service, freePort, removeFolder, startService } from './service.ts'

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
    const url = deployment.replace(/\/$/, '')
    project.provide('served', { url, dataDir: 'elsewhere', environment: {} })
    return async () => {}
  }
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'proofstack-served-'))
  const server = process.env['TEST_DATABASE_URL']
  const serving = server ? await onServer(server, dataDir) : await onCopy(project, dataDir)
  const { starting, url, environment = {}, end } = serving
  starting.catch((error: unknown) => console.error(error))
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

// Of the folder that is built already. What editors decide is public without a build, so here
// another builder is named, as on the platform, and it takes every call. The tests that wait for a
// build have a service that makes it.
async function onCopy(project: TestProject, dataDir: string): Promise<Serving> {
  const { built } = project.getProvidedContext()
  const host = project.name === 'rebuilt' ? '127.0.0.2' : '127.0.0.1'
  const builder = createServer((_, response) => response.writeHead(202).end())
  builder.listen(0, '127.0.0.1')
  await once(builder, 'listening')
  const hook = `http://127.0.0.1:${(builder.address() as AddressInfo).port}/`
  const starting = copyOfBuilt(built, { dataDir, host }).then(({ environment }) =>
    startService({
      dataDir,
      environment: {
        ...environment,
        ...(project.name === 'rebuilt' ? {} : { REBUILD_HOOK_URL: hook }),
      },
    }),
  )
  return { starting, url: `http://${host}:${built.port}`, end: async () => void builder.close() }
}

async function onServer(server: string, dataDir: string): Promise<Serving> {
  const name = `proofstack_served_${process.pid}`
  const admin = connect(server, { max: 1, onError: console.error })
  await sql`create database ${sql.id(name)}`.execute(admin)
  const environment = { DATABASE_URL: databaseUrl(server, name) }
  const port = String(await freePort())
  return {
    starting: startService({ dataDir, environment: { ...environment, PORT: port } }),
    url: `http://127.0.0.1:${port}`,
    environment,
    end: async () => {
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
      await admin.destroy()
    },
  }
}
