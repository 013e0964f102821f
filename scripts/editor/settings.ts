import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'

/** A mistake of whoever typed the command, told like one in its arguments. */
export class WrongUse extends Error {}

/**
 * The environment, with what a file of settings says beside it: `.env` if there is one, or the file
 * that is named. An editor's shell then need not repeat the settings of the service.
 */
export async function readSettings(
  file: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string | undefined>> {
  const text = await readFile(file ?? '.env', 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (file === undefined && error.code === 'ENOENT') return ''
    throw new WrongUse(`The file of settings ${file ?? '.env'} cannot be read: ${error.code}.`)
  })
  return { ...parseEnv(text), ...environment }
}
