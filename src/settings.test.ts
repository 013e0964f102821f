import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { readConfig } from './config.ts'
import { withSession } from './desk/session.ts'
import { Misuse } from './command.ts'
import { readSettings } from './settings.ts'

const folder = temporaryFolder()

it('settings are read from the file that is named, and the environment goes before it', async () => {
  const file = path.join(folder, 'production.env')
  await writeFile(file, 'SITE_URL="https://proofstack.example" # where it is\nDATA_DIR=/srv/data\n')
  expect(await readSettings(file, { DATA_DIR: '/elsewhere' })).toEqual({
    SITE_URL: 'https://proofstack.example',
    DATA_DIR: '/elsewhere',
  })
})

it('a file that is named and cannot be read is wrong use; .env need not be there', async () => {
  const file = path.join(folder, 'nowhere.env')
  await expect(readSettings(file, {})).rejects.toThrow(
    new Misuse(`The file of settings ${file} cannot be read: ENOENT.`),
  )
  expect(await readSettings(undefined, { PORT: '1', PROOFSTACK_ENV: file })).toEqual({
    PORT: '1',
    PROOFSTACK_ENV: file,
  })
})

it('a command that writes mails is refused without SITE_URL against a database of elsewhere', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://ada:secret@127.0.0.1:9/x' })
  const open = (writesMail: boolean) => withSession(config, {}, { writesMail }, async () => 0)
  await expect(open(true)).rejects.toThrow(/^SITE_URL is not set\./)
  await expect(open(true)).rejects.toBeInstanceOf(Misuse)
  // What writes no mail goes on to the database.
  await expect(open(false)).rejects.toThrow(/does not answer/)
})
