import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answers, dataFolder, ownerOf, takeOwnership } from './data-folder.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-folder-'))
  file = path.join(folder, 'owner.pid')
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

describe('ownership', () => {
  it('goes to the first who asks, and to nobody else while he lives', () => {
    expect(takeOwnership(file)).toBe(true)
    expect(ownerOf(file)).toBe(process.pid)
    expect(takeOwnership(file)).toBe(false)
  })

  it('stays with another process that lives', () => {
    writeFileSync(file, String(process.ppid))
    expect(takeOwnership(file)).toBe(false)
    expect(ownerOf(file)).toBe(process.ppid)
  })

  it.each([
    {
      what: 'a process that has ended',
      content: () => String(spawnSync(process.execPath, ['--version']).pid),
    },
    { what: 'an earlier process that had our pid', content: () => String(process.pid) },
    { what: 'nobody that can be read', content: () => 'not a number' },
  ])('passes on from $what', ({ content }) => {
    writeFileSync(file, content())
    expect(takeOwnership(file)).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid))
  })

  it('goes to exactly one of three processes that ask at the same moment, whether the file is new or left over', async () => {
    const files = Array.from({ length: 300 }, (_, index) => path.join(folder, `${index}.pid`))
    const ended = String(spawnSync(process.execPath, ['--version']).pid)
    for (const left of files.slice(150)) writeFileSync(left, ended)
    // They begin together when the file `go` appears, and keep step by the clock.
    const go = path.join(folder, 'go')
    const source = `
      import fs from 'node:fs'
      import { takeOwnership } from ${JSON.stringify(new URL('data-folder.ts', import.meta.url).href)}
      console.log('ready')
      while (!fs.existsSync(${JSON.stringify(go)}));
      const begin = Number(fs.readFileSync(${JSON.stringify(go)}, 'utf8'))
      const won = ${JSON.stringify(files)}.filter((file, index) => {
        while (Date.now() < begin + index * 2);
        return takeOwnership(file)
      })
      console.log(JSON.stringify(won))
      setInterval(() => {}, 1000)`
    const children = [1, 2, 3].map(() =>
      spawn(process.execPath, ['--input-type=module', '--eval', source]),
    )
    const lines = children.map(({ stdout }) => createInterface(stdout)[Symbol.asyncIterator]())
    for (const line of lines) await line.next()
    writeFileSync(`${go}.part`, String(Date.now() + 50))
    renameSync(`${go}.part`, go)
    const won: string[] = []
    for (const line of lines)
      won.push(...(JSON.parse(String((await line.next()).value)) as string[]))
    for (const child of children) child.kill('SIGKILL')
    expect(won.sort()).toEqual(files.sort())
  })

  it('can be taken again after it was given back', async () => {
    expect(takeOwnership(file)).toBe(true)
    await rm(file)
    expect(takeOwnership(file)).toBe(true)
  })

  it('of a folder that does not exist is an error, not an answer', () => {
    expect(() => takeOwnership(path.join(folder, 'missing', 'owner.pid'))).toThrow('ENOENT')
    expect(ownerOf(path.join(folder, 'missing', 'owner.pid'))).toBe(0)
  })
})

describe('the socket', () => {
  it('answers while somebody listens, and not before or after', async () => {
    const { socket } = dataFolder(folder)
    expect(await answers(socket)).toBe(false)
    const server = net.createServer((client) => client.on('error', () => {}))
    await new Promise<void>((resolve) => server.listen(socket, resolve))
    expect(await answers(socket)).toBe(true)
    await new Promise((resolve) => server.close(resolve))
    expect(await answers(socket)).toBe(false)
  })

  it('lies in the folder, and for a folder with a long name where the kernel takes its path', () => {
    expect(dataFolder(folder).socket).toBe(path.join(folder, 'pg.sock'))
    const long = path.join(folder, 'd'.repeat(150))
    const { socket } = dataFolder(long)
    expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(103)
    expect(existsSync(path.dirname(socket))).toBe(true)
    expect(dataFolder(`${long}/`).socket).toBe(socket)
    expect(dataFolder(`${long}x`).socket).not.toBe(socket)
  })
})
