import { randomBytes } from 'node:crypto'
import fs from 'node:fs'

/** As config.ts wants it of SERVICE_SECRET. */
const shortest = 32

/**
 * The secret of a data folder, made once. An empty file is what a full disk leaves behind and is
 * made again; what is too short was written by somebody, and is refused before anything is served.
 */
export function ownSecret(file: string): string {
  const known = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : ''
  if (known.length >= shortest) return known
  if (known !== '')
    throw new Error(
      `${file} holds fewer than ${shortest} characters. Remove it, and another is made; the rate limits then begin anew.`,
    )
  const secret = randomBytes(32).toString('hex')
  // Whole under its name or not at all.
  fs.writeFileSync(`${file}.new`, secret, { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
  return secret
}
