import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { DamagedDatabase, answers, dataFolder, holdsDatabase } from './data-folder.ts'

let folder: string

beforeEach(async () => {
  folder = temporaryFolder()
})

describe('the database folder', () => {
  const put = (name: string, content: string) => {
    const file = path.join(folder, 'pg', name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  const whole = () => {
    put('PG_VERSION', '18')
    put('global/pg_control', 'control')
  }

  it('is missing in a new data folder, and where it is empty', () => {
    expect(holdsDatabase(path.join(folder, 'pg'))).toBe(false)
    mkdirSync(path.join(folder, 'pg'))
    expect(holdsDatabase(path.join(folder, 'pg'))).toBe(false)
  })

  it('exists when it is complete', () => {
    whole()
    expect(holdsDatabase(path.join(folder, 'pg'))).toBe(true)
  })

  it.each(['PG_VERSION', 'global/pg_control'])(
    'is refused with a sentence, and kept, when %s is missing from it',
    (missing) => {
      whole()
      put('base/5/1234', 'rows')
      rmSync(path.join(folder, 'pg', missing))
      expect(() => holdsDatabase(path.join(folder, 'pg'))).toThrow(DamagedDatabase)
      expect(existsSync(path.join(folder, 'pg/base/5/1234'))).toBe(true)
    },
  )

  it('is refused when its pg_control is empty', () => {
    whole()
    put('global/pg_control', '')
    expect(() => holdsDatabase(path.join(folder, 'pg'))).toThrow('Nothing was made over it')
  })
})

describe('the socket', () => {
  it('answers while a process listens, and not before or after', async () => {
    const { socket } = dataFolder(folder)
    expect(await answers(socket)).toBe(false)
    const server = net.createServer((client) => client.on('error', () => {}))
    await new Promise<void>((resolve) => server.listen(socket, resolve))
    expect(await answers(socket)).toBe(true)
    await new Promise((resolve) => server.close(resolve))
    expect(await answers(socket)).toBe(false)
  })

  it('is in the folder, and for a long path in the folder of temporary files', () => {
    expect(dataFolder(folder).socket).toBe(path.join(folder, 'pg.sock'))
    const long = path.join(folder, 'd'.repeat(150))
    const { socket } = dataFolder(long)
    expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(103)
    expect(existsSync(path.dirname(socket))).toBe(true)
    expect(dataFolder(`${long}/`).socket).toBe(socket)
    expect(dataFolder(`${long}x`).socket).not.toBe(socket)
  })
})
