import { readFile } from 'node:fs/promises'
import { parseArgs, parseEnv } from 'node:util'
import { Misuse } from './command.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The environment variables and the settings in `file`, or in `.env` if it exists. Tests set
 * PROOFSTACK_ENV to an empty name: a developer's `.env` may contain a database in use.
 */
export async function readSettings(
  file: string | undefined,
  environment: Environment,
): Promise<Record<string, string | undefined>> {
  const text = await readFile(file ?? environment['PROOFSTACK_ENV'] ?? '.env', 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (file === undefined && error.code === 'ENOENT') return ''
      throw new Misuse(`The file of settings ${file ?? '.env'} cannot be read: ${error.code}.`)
    },
  )
  return { ...parseEnv(text), ...environment }
}

/**
 * Adds the settings in a file to the environment variables of this process, whose threads and child
 * processes read them. Arguments other than `--env FILE` and `flags` are a `Misuse`.
 */
export async function loadSettings(flags: readonly string[] = []): Promise<void> {
  Object.assign(process.env, await readSettings(fileOf(flags), process.env))
}

function fileOf(flags: readonly string[]): string | undefined {
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]))
  try {
    return parseArgs({ options: { ...options, env: { type: 'string' } } }).values.env
  } catch (error) {
    throw new Misuse((error as Error).message)
  }
}
