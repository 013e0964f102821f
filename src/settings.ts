import { readFile } from 'node:fs/promises'
import { parseArgs, parseEnv } from 'node:util'
import { Misuse } from './command.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The environment, with what a file of settings says beside it: `.env` if there is one, or the file
 * that is named. Nobody's shell then needs to repeat the settings of the service. The tests say by
 * PROOFSTACK_ENV that they have no such file: one of a developer may name a database in use.
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
 * Puts them into the environment of this process, for a service or a build: both start processes
 * and threads that read it. Other words than `--env FILE` and the flags named are misuse.
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
