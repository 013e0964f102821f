import { spawn } from 'node:child_process'
import { chmod, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { connect } from '#db/connection/connect.ts'
import { copyTemplate } from '#testing/database-template.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { DamagedDatabase, dataFolder } from './data-folder.ts'
import { DataFolderInUse, openEmbedded } from './open.ts'

let folder: string

beforeEach(async () => {
  folder = temporaryFolder()
  copyTemplate(inject('template'), folder)
})

/** Runs a module in its own process, with imports from here, and returns its output. */
function inAnotherProcess(source: string): Promise<{ code: number | null; printed: string }> {
  const modules = { open: './open.ts', connect: '../connection/connect.ts', kysely: 'kysely' }
  const imports = Object.entries(modules).map(([name, file]) => {
    const url = file === 'kysely' ? import.meta.resolve(file) : new URL(file, import.meta.url).href
    return `import * as ${name} from ${JSON.stringify(url)}`
  })
  const code = `${imports.join('\n')}\nconst folder = ${JSON.stringify(folder)}\n${source}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => (printed += String(data)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, printed })))
}

const readNotes = `
  const embedded = await open.openEmbedded(folder)
  const db = connect.connect(embedded.url, { max: 1, onError: () => {} })
  await kysely.sql\`insert into notes values ('theirs')\`.execute(db)
  const { rows } = await kysely.sql\`select text from notes order by text\`.execute(db)
  console.log(JSON.stringify({ role: embedded.role, notes: rows.map(({ text }) => text) }))
  await db.destroy()
  await embedded.close()`

describe('the data folder', () => {
  it('a second process is a client of the first and works on the same rows', async () => {
    const owner = await openEmbedded(folder)
    const db = connect(owner.url, { max: 2, onError: () => {} })
    await sql`create table notes (text text)`.execute(db)
    await sql`insert into notes values ('ours')`.execute(db)
    const other = await inAnotherProcess(readNotes)
    expect(JSON.parse(other.printed)).toEqual({ role: 'client', notes: ['ours', 'theirs'] })
    // Its end has closed nothing for this process.
    const { rows } = await sql`select text from notes order by text`.execute(db)
    expect(rows).toEqual([{ text: 'ours' }, { text: 'theirs' }])
    await db.destroy()
    await owner.close()
  })

  it('a second process that requires ownership is refused, with the pid of the first and the next step', async () => {
    const owner = await openEmbedded(folder)
    const other = await inAnotherProcess(`
      const error = await open.openEmbedded(folder, { as: 'owner' }).catch((reason) => reason)
      console.log(error.name, error.message)`)
    expect(other.printed).toContain('DataFolderInUse')
    expect(other.printed).toContain(`in use by process ${process.pid}.`)
    expect(other.printed).toContain('DATA_DIR=')
    await owner.close()
  })

  it('the service waits for a command that came first, and owns it when the command ends', async () => {
    const command = await openEmbedded(folder, { as: 'guest' })
    let waitedFor = 0
    const service = openEmbedded(folder, { as: 'owner', onGuest: (pid) => (waitedFor = pid) })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(waitedFor).toBe(process.pid)
    // A second command works beside the first meanwhile.
    expect((await openEmbedded(folder, { as: 'guest' })).role).toBe('client')
    await command.close()
    const owner = await service
    expect(owner.role).toBe('owner')
    await expect(openEmbedded(folder, { as: 'owner' })).rejects.toThrow(DataFolderInUse)
    await owner.close()
  })

  it('stopping the service ends its wait for a command', async () => {
    const command = await openEmbedded(folder, { as: 'guest' })
    const stopping = new AbortController()
    const service = openEmbedded(folder, { as: 'owner', signal: stopping.signal })
    stopping.abort()
    await expect(service).rejects.toThrow(/abort/i)
    await command.close()
  })

  it('the mark of a killed command does not make others wait for the next service', async () => {
    await writeFile(dataFolder(folder).guest, '')
    const owner = await openEmbedded(folder, { as: 'owner' })
    await expect(openEmbedded(folder, { as: 'owner' })).rejects.toThrow(DataFolderInUse)
    await owner.close()
  })

  it('waits for a process that was killed but is still known to the kernel', async () => {
    // A process of Node that does not answer on the socket, as one that is ending.
    const dying = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'])
    await writeFile(dataFolder(folder).owner, String(dying.pid))
    setTimeout(() => dying.kill('SIGKILL'), 500)
    const owner = await openEmbedded(folder, { as: 'owner' })
    expect(dying.killed).toBe(true)
    await owner.close()
    await writeFile(dataFolder(folder).owner, String(process.ppid))
    const refused = openEmbedded(folder, { as: 'owner', waitMs: 300 })
    await expect(refused).rejects.toThrow(DataFolderInUse)
  })

  it('the same process cannot own it twice either', async () => {
    const owner = await openEmbedded(folder)
    const second = await openEmbedded(folder)
    expect(second).toMatchObject({ role: 'client', url: owner.url })
    await expect(openEmbedded(folder, { as: 'owner' })).rejects.toThrow(DataFolderInUse)
    await second.close()
    const db = connect(owner.url, { max: 1, onError: () => {} })
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    await db.destroy()
    await owner.close()
  })

  it('keeps its rows when its owner changes', async () => {
    const first = await openEmbedded(folder, { as: 'owner' })
    const db = connect(first.url, { max: 1, onError: () => {} })
    await sql`create table notes (text text)`.execute(db)
    await sql`insert into notes values ('first')`.execute(db)
    await db.destroy()
    await first.close()
    expect(existsSync(dataFolder(folder).owner)).toBe(false)
    expect(JSON.parse((await inAnotherProcess(readNotes)).printed)).toEqual({
      role: 'owner',
      notes: ['first', 'theirs'],
    })
  })

  it('is taken over from an owner that was killed, with what was committed', async () => {
    const killed = await inAnotherProcess(`
      const embedded = await open.openEmbedded(folder)
      const db = connect.connect(embedded.url, { max: 1, onError: () => {} })
      await kysely.sql\`create table notes (text text)\`.execute(db)
      await kysely.sql\`insert into notes values ('committed')\`.execute(db)
      process.kill(process.pid, 'SIGKILL')`)
    expect(killed).toEqual({ code: null, printed: '' })
    expect(existsSync(dataFolder(folder).owner)).toBe(true)
    const owner = await openEmbedded(folder, { as: 'owner' })
    const db = connect(owner.url, { max: 1, onError: () => {} })
    expect((await sql`select text from notes`.execute(db)).rows).toEqual([{ text: 'committed' }])
    await db.destroy()
    await owner.close()
  })

  it('is free again when its database could not be opened', async () => {
    await rm(path.join(folder, 'pg'), { recursive: true })
    await writeFile(path.join(folder, 'pg'), 'a file where a folder should be')
    await expect(openEmbedded(folder)).rejects.toThrow()
    await rm(path.join(folder, 'pg'))
    copyTemplate(inject('template'), folder)
    const owner = await openEmbedded(folder, { as: 'owner' })
    expect(owner.role).toBe('owner')
    await owner.close()
  })

  it('is closed to other users, also in a folder that they may read, and when it is from an old version', async () => {
    await chmod(folder, 0o755)
    await (await openEmbedded(folder)).close()
    const database = path.join(folder, 'pg')
    await chmod(path.join(database, 'PG_VERSION'), 0o666)
    await chmod(path.join(database, 'base'), 0o755)
    const owner = await openEmbedded(folder)
    const db = connect(owner.url, { max: 1, onError: () => {} })
    await sql`create table notes (text text)`.execute(db)
    const files = await readdir(database, { recursive: true })
    const open = []
    for (const file of ['', ...files])
      if ((await stat(path.join(database, file))).mode & 0o077) open.push(file)
    expect(open).toEqual([])
    await db.destroy()
    await owner.close()
  })

  it('that a process creates is closed to other users', async () => {
    // The template's database is private already; creating another takes seconds.
    const template = inject('template')
    if (template.kind !== 'folder') throw new Error('the template is a database on a server')
    expect(((await stat(template.folder)).mode & 0o777).toString(8)).toBe('700')
    const owner = await openEmbedded(folder)
    expect(((await stat(dataFolder(folder).owner)).mode & 0o777).toString(8)).toBe('600')
    await owner.close()
  })
})

describe('a database that cannot be opened', () => {
  it('is reported in a sentence, stays as it is, and leaves the folder free', async () => {
    await (await openEmbedded(folder)).close()
    const control = path.join(folder, 'pg/global/pg_control')
    const whole = await readFile(control)
    await writeFile(control, Buffer.alloc(whole.length, 7))
    const error = await openEmbedded(folder).catch((reason: Error) => reason)
    expect(error).toBeInstanceOf(DamagedDatabase)
    expect(error).toMatchObject({ message: expect.stringContaining('cannot be opened') })
    await writeFile(control, whole)
    await (await openEmbedded(folder, { as: 'owner' })).close()
  })

  it('is not created over the remains of another', async () => {
    await (await openEmbedded(folder)).close()
    await rm(path.join(folder, 'pg/PG_VERSION'))
    await expect(openEmbedded(folder)).rejects.toThrow(DamagedDatabase)
    expect(existsSync(path.join(folder, 'pg/global/pg_control'))).toBe(true)
  })
})

describe('an owner that does not answer', () => {
  it('is named, so that it can be ended', async () => {
    // The parent process of this test runs and has no database.
    await writeFile(dataFolder(folder).owner, String(process.ppid))
    await expect(openEmbedded(folder, { waitMs: 0 })).rejects.toThrow(
      `Process ${process.ppid} holds the data folder ${folder}`,
    )
  })
})
