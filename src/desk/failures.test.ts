import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runScript } from '#testing/service.ts'

const emptyFolder = async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-editor-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it.each([
  ['settings that cannot be used', [], { PORT: 'many' }, 1, 'failed', 'PORT'],
  ['a folder without a database', [], {}, 1, 'failed', 'database'],
  [
    'a database that does not answer',
    [],
    { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' },
    1,
    'failed',
    '',
  ],
  ['a file of settings that is not there', ['--env', 'none.env'], {}, 2, 'misuse', 'none.env'],
  ['an option that is not there', ['--odd'], {}, 2, 'misuse', '--odd'],
])('with --json, %s is one JSON object on stdout and nothing else', async (...its) => {
  const [, options, environment, code, outcome, named] = its
  const dataDir = await emptyFolder()
  const ran = await runScript('editor.ts', ['queue', '--json', ...options], {
    dataDir,
    environment,
  })
  expect(ran.code).toBe(code)
  expect(JSON.parse(ran.stdout)).toEqual({ outcome, error: expect.stringContaining(named) })
})
