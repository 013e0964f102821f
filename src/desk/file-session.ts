import path from 'node:path'
import { cleanText } from '#contract/text.ts'
import { once } from '#core/once.ts'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'
import { readSettings } from '#settings.ts'
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
  /** What the settings have to raise GitHub’s limits with. */
  gitHubToken: () => Promise<string | undefined>
  values: Values
  print: (value: object, text: string) => void
}

/** The session of a command on files, as its options say. */
export function fileSession(values: Values): FileSession {
  // Most commands look at nothing outside, and what that takes is half of their start.
  const config = once(async () => {
    const { readConfig } = await import('#config.ts')
    return readConfig(await readSettings(values.env, process.env))
  })
  return {
    root: path.resolve(import.meta.dirname, '../..'),
    verifier: cleanText(values.as ?? '') || 'Proofstack editors',
    now: () => new Date(),
    look: async (url, request = {}) => {
      const [{ guardedFetch, userAgent }, { SITE_URL, PORT }] = await Promise.all([
        import('#proof/fetch/guarded-fetch.ts'),
        config(),
      ])
      const site = SITE_URL ?? `http://localhost:${PORT}`
      return guardedFetch(url, { ...request, userAgent: userAgent(site) })
    },
    gitHubToken: async () => (await config()).GITHUB_TOKEN,
    values,
    print: (value, text) => console.log(values.json ? JSON.stringify(value, null, 2) : text),
  }
}
