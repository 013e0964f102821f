import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ownSecret } from './own-secret.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'proofstack-secret-'))
  file = path.join(folder, 'secret')
})

afterEach(() => rmSync(folder, { recursive: true }))

it('a secret is made once, for this user alone', () => {
  const secret = ownSecret(file)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(ownSecret(file)).toBe(secret)
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
})

it('an empty one, as a full disk leaves it, is made again', () => {
  writeFileSync(file, '\n')
  expect(ownSecret(file)).toHaveLength(64)
})

it('one that is too short is refused with a sentence, and kept', () => {
  writeFileSync(file, 'short')
  expect(() => ownSecret(file)).toThrow('fewer than 32 characters')
  expect(readFileSync(file, 'utf8')).toBe('short')
})
