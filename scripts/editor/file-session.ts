import path from 'node:path'
import { cleanText } from '../../src/contract/text.ts'
import type { GuardedFetch } from '../../src/proof/guarded-fetch.ts'
import { readSettings } from '../settings.ts'
import type { Values } from './options.ts'

/** What a command on files of content/ has. It needs no database, and begins in a second. */
export interface FileSession {
  /** The checkout. */
  root: string
  /** Who is published as having read or verified something: nobody's login name. */
  verifier: string
  now: () => Date
  /** Looks at addresses that people named. */
  look: GuardedFetch
  values: Values
  print: (value: object, text: string) => void
}

/** The session of a command on files, as its options say. */
export function fileSession(values: Values): FileSession {
  return {
    root: path.resolve(import.meta.dirname, '../..'),
    verifier: cleanText(values.as ?? '') || 'Proofstack editors',
    now: () => new Date(),
    // Most commands look at nothing outside, and what that takes is half of their start.
    look: async (url, request = {}) => {
      const [{ guardedFetch, userAgent }, { readConfig }] = await Promise.all([
        import('../../src/proof/guarded-fetch.ts'),
        import('../../src/config.ts'),
      ])
      const { SITE_URL, PORT } = readConfig(await readSettings(values.env, process.env))
      const site = SITE_URL ?? `http://localhost:${PORT}`
      return guardedFetch(url, { ...request, userAgent: userAgent(site) })
    },
    values,
    print: (value, text) => console.log(values.json ? JSON.stringify(value, null, 2) : text),
  }
}
