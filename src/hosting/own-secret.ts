import { randomBytes } from 'node:crypto'
import fs from 'node:fs'

/** The minimum length of a secret, the same as for SERVICE_SECRET in config.ts. */
const shortest = 32

/**
 * The secret of a data folder, which is created once. An empty file, as a full disk leaves it, is
 * replaced. One that is too short was written by a person: it throws an error.
 */
export function ownSecret(file: string): string {
  const known = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : ''
  if (known.length >= shortest) return known
  if (known !== '')
    throw new Error(
      `${file} has fewer than ${shortest} characters. Remove the file to get a new secret; rate limits then start again.`,
    )
  const secret = randomBytes(32).toString('hex')
  // The file gets its final name when it is complete, so that no process reads a part of it.
  fs.writeFileSync(`${file}.new`, secret, { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
  return secret
}
