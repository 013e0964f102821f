import path from 'node:path'
import { cleanText } from '#contract/text.ts'
import { once } from '#core/once.ts'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'
import { readSettings } from '#settings.ts'
import { gitUserName } from './git.ts'
import type { Values } from './options.ts'

/** The dependencies of a command that works on files of content/, without a database. */
export interface FileSession {
  /** The root folder of this checkout. */
  root: string
  /** The public name of the editor, never the login name. */
  verifier: string
  /** Who reads the sources of a draft: --as, or the name in the settings of git. */
  reader: () => Promise<string | undefined>
  now: () => Date
  look: GuardedFetch
  gitHubToken: () => Promise<string | undefined>
  values: Values
  print: (value: object, text: string) => void
}

/** The public name of an editor who gives none. */
export const houseName = 'Proofstack editors'

/** Thrown by a command on files when what was named is in no file: the database may have it. */
export class NeedsDatabase extends Error {}

export function fileSession(values: Values): FileSession {
  const root = path.resolve(import.meta.dirname, '../..')
  // Settings and HTTP client are imported on demand: most commands need neither, and loading both
  // takes half of the start time.
  const config = once(async () => {
    const { readConfig } = await import('#config.ts')
    return readConfig(await readSettings(values.env, process.env))
  })
  return {
    root,
    verifier: cleanText(values.as ?? '') || houseName,
    reader: async () => cleanText(values.as ?? (await gitUserName(root))) || undefined,
    now: () => new Date(),
    look: async (url, request = {}) => {
      const { guardedFetch, userAgent } = await import('#proof/fetch/guarded-fetch.ts')
      const { SITE_URL, PORT } = await config()
      const site = SITE_URL ?? `http://localhost:${PORT}`
      return guardedFetch(url, { ...request, userAgent: userAgent(site) })
    },
    gitHubToken: async () => (await config()).GITHUB_TOKEN,
    values,
    print: (value, text) => console.log(values.json ? JSON.stringify(value, null, 2) : text),
  }
}
