import fs from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { openExisting } from '#db/connection/open-existing.ts'
import { copyTemplate } from '#testing/database-template.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

let folder = ''

beforeAll(async () => {
  folder = temporaryFolder()
})

describe('the database of a folder', () => {
  it('is not created: a missing one is named, and the folder stays as it was', async () => {
    const empty = path.join(folder, 'empty')
    await expect(openExisting({ DATA_DIR: empty })).rejects.toThrow(
      `There is no database in ${empty}, and an editor's command makes none. Start the service once`,
    )
    expect(fs.existsSync(empty)).toBe(false)
    await mkdir(empty)
    await expect(openExisting({ DATA_DIR: empty })).rejects.toThrow(`no database in ${empty}`)
    expect(fs.readdirSync(empty)).toEqual([])
  })

  it('is named where another folder beside this one has one', async () => {
    const other = path.join(folder, '.data-2')
    copyTemplate(inject('template'), other)
    await expect(openExisting({ DATA_DIR: path.join(folder, '.data') })).rejects.toThrow(
      `There is one in ${other}: say DATA_DIR=.data-2.`,
    )
    const { role, name, close } = await openExisting({ DATA_DIR: other })
    expect({ role, name }).toEqual({ role: 'owner', name: other })
    await close()
  })
})
