import path from 'node:path'
import { cleanText } from '#contract/text.ts'
import { once } from '#core/once.ts'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'
import { readSettings } from '#settings.ts'
import { gitUserName } from './git.ts'
import type { Values } from './options.ts'
import type { Checked } from './proof-file.ts'

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
  /** Finds a submission in the database, for a command that names what is in no file. */
  findSubmitted: (slug: string) => Promise<Checked | undefined>
  /** `hint` is a sentence that names a command, which the pages of the desk leave out. */
  print: (value: object, text: string, hint?: string) => void
}

/** The public name of an editor who gives none. */
export const houseName = 'Proofstack editors'

export function fileSession(
  values: Values,
  findSubmitted: FileSession['findSubmitted'],
): FileSession {
  const root = path.resolve(import.meta.dirname, '../..')
  // Imported on demand: most commands need neither, and both take half of the start time.
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
      const { guardedFetch } = await import('#proof/fetch/guarded-fetch.ts')
      const { SITE_URL, PORT } = await config()
      const site = SITE_URL ?? `http://localhost:${PORT}`
      return guardedFetch(url, { ...request, site })
    },
    gitHubToken: async () => (await config()).GITHUB_TOKEN,
    values,
    findSubmitted,
    print: printing(values),
  }
}

/** Prints a result as text, or with --json its value. */
export const printing =
  ({ json }: Values): FileSession['print'] =>
  (value, text, hint) =>
    console.log(json ? JSON.stringify(value, null, 2) : withHint(text, hint))

/** The text of a result for who works by commands. */
export function withHint(text: string, hint: string | undefined): string {
  return hint === undefined ? text : `${text} ${hint}`
}
