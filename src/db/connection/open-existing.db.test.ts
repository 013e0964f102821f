import net from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { openDatabase } from './open-database.ts'
import { openExisting } from './open-existing.ts'
import { listMigrations, readSchemaVersion, schemaProblem } from '#db/migrations/schema-version.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const database = testDatabase()
let folder = ''

beforeAll(async () => {
  folder = temporaryFolder()
})

describe('a database that the service has made', () => {
  it('is opened as it is, by its address, and named without its password', async () => {
    const { db, role, schema, name, close } = await openExisting({
      DATABASE_URL: database.url,
      DATA_DIR: folder,
    })
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
    expect({ rows, role, schema }).toEqual({
      rows: [{ one: 1 }],
      role: 'remote',
      schema: { newer: [], older: [] },
    })
    expect(name).toMatch(/^[^@]+$/)
    await close()
  })

  it('that does not answer is named without its password', async () => {
    await expect(
      openExisting({ DATABASE_URL: 'postgres://ada:secret@127.0.0.1:9/x', DATA_DIR: folder }),
    ).rejects.toThrow(/^DATABASE_URL .* does not answer\.$/)
  })
})

describe('an address that is wrong', () => {
  const refusal = (change: (url: URL) => void) => {
    const url = new URL(database.url)
    change(url)
    return openExisting({ DATABASE_URL: url.href, DATA_DIR: folder }).then(
      () => 'opened',
      (error: Error) => error.message,
    )
  }

  it('to a server without TLS is reported as that, not as silence', async () => {
    const server = net.createServer((socket) =>
      socket.on('error', () => {}).once('data', () => socket.write('N')),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as net.AddressInfo
    const says = refusal((url) => {
      url.host = `127.0.0.1:${port}`
      url.search = '?sslmode=require'
    })
    expect(await says).toMatch(/^DATABASE_URL .* does not offer TLS, .*sslmode=disable/)
    server.close()
  })

  it('whose server refuses the login is reported with its message', async () => {
    // The embedded database accepts every client, so a test server answers instead.
    const words = 'password authentication failed for user "ada"'
    const answer = Buffer.from(`SFATAL\0VFATAL\0C28P01\0M${words}\0\0`)
    const head = Buffer.alloc(5)
    head.write('E')
    head.writeInt32BE(answer.length + 4, 1)
    const server = net.createServer((socket) =>
      socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([head, answer]))),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as net.AddressInfo
    const DATABASE_URL = `postgres://ada:wrong@127.0.0.1:${port}/x`
    const said = await openDatabase({ DATABASE_URL, DATA_DIR: folder }).then(
      () => 'opened',
      (error: Error) => error.message,
    )
    expect(said).toBe(
      `DATABASE_URL (or DATABASE_URL_UNPOOLED) names a database that does not let us in: ${words}.`,
    )
    server.close()
  })
})

describe('a schema', () => {
  it('of the same version, or one newer or older, can be worked with', async () => {
    const known = await listMigrations()
    expect(await readSchemaVersion(database.db, known)).toEqual({ newer: [], older: [] })
    const newer = await readSchemaVersion(database.db, known.slice(0, -1))
    expect(newer).toEqual({ newer: known.slice(-1), older: [] })
    const older = await readSchemaVersion(database.db, [...known, '9999_next'])
    expect(older).toEqual({ newer: [], older: ['9999_next'] })
    expect([newer, older].map(schemaProblem)).toEqual([undefined, undefined])
  })

  it.each([
    [
      { newer: ['0098_a', '0099_b'], older: [] },
      '2 versions newer than this code: it has 0098_a, 0099_b',
    ],
    [
      { newer: [], older: ['0098_a', '0099_b'] },
      '2 versions older than this code: it lacks 0098_a, 0099_b',
    ],
    [{ newer: ['0099_b'], older: ['0099_a'] }, 'another line of versions'],
    [undefined, 'holds no directory yet'],
  ])('that is further apart is a sentence: %o', (version, says) => {
    expect(schemaProblem(version)).toContain(says)
  })
})
