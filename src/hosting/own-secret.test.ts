import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { ownSecret } from './own-secret.ts'

let file: string

beforeEach(() => {
  file = path.join(temporaryFolder(), 'secret')
})

it('a secret is created once, readable by this user only', () => {
  const secret = ownSecret(file)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(ownSecret(file)).toBe(secret)
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
})

it('an empty secret, as a full disk leaves it, is created again', () => {
  writeFileSync(file, '\n')
  expect(ownSecret(file)).toHaveLength(64)
})

it('a secret that is too short is refused, and the file is kept', () => {
  writeFileSync(file, 'short')
  expect(() => ownSecret(file)).toThrow('fewer than 32 characters')
  expect(readFileSync(file, 'utf8')).toBe('short')
})
