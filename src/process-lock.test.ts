import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { holderOf, releaseLock, takeLock } from './process-lock.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = temporaryFolder()
  file = path.join(folder, 'owner.pid')
})

describe('a lock', () => {
  it('goes to the first process, and to no other while it runs', () => {
    expect(takeLock(file)).toBe(true)
    expect(holderOf(file)).toBe(process.pid)
    expect(takeLock(file)).toBe(false)
  })

  it('with a pid alone stays with another process that runs', () => {
    writeFileSync(file, String(process.ppid))
    expect(takeLock(file)).toBe(false)
    expect(holderOf(file)).toBe(process.ppid)
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
    expect(takeLock(file)).toBe(true)
    expect(holderOf(file)).toBe(process.pid)
  })

  it('passes on from a process that began later than the one that wrote the file', () => {
    expect(takeLock(file)).toBe(true)
    const [, began = ''] = readFileSync(file, 'utf8').split(/ (.*)/)
    releaseLock(file)
    // Where the system does not report the start of a process, a running pid is believed.
    if (began === '') return
    writeFileSync(file, `${process.ppid} ${began}`)
    expect(takeLock(file)).toBe(true)
  })

  it('is for this user alone', () => {
    takeLock(file)
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
  })

  it('goes to exactly one of three processes that try at the same moment, whether the file is new or left over', async () => {
    const files = Array.from({ length: 300 }, (_, index) => path.join(folder, `${index}.pid`))
    const ended = String(spawnSync(process.execPath, ['--version']).pid)
    for (const left of files.slice(150)) writeFileSync(left, ended)
    // They begin together when the file `go` appears, and keep step by the clock.
    const go = path.join(folder, 'go')
    const source = `
      import fs from 'node:fs'
      import { takeLock } from ${JSON.stringify(new URL('process-lock.ts', import.meta.url).href)}
      console.log('ready')
      while (!fs.existsSync(${JSON.stringify(go)}));
      const begin = Number(fs.readFileSync(${JSON.stringify(go)}, 'utf8'))
      const won = ${JSON.stringify(files)}.filter((file, index) => {
        while (Date.now() < begin + index * 2);
        return takeLock(file)
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
    expect(takeLock(file)).toBe(true)
    releaseLock(file)
    expect(takeLock(file)).toBe(true)
  })

  it('of a folder that does not exist is an error, not an answer', () => {
    expect(() => takeLock(path.join(folder, 'missing', 'owner.pid'))).toThrow('ENOENT')
    expect(holderOf(path.join(folder, 'missing', 'owner.pid'))).toBe(0)
  })
})
