import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../src/config.ts'
import { Misuse } from './run.ts'
import { readSettings } from './settings.ts'

/** The file and the settings that a command about backups was given. */
export async function readBackupArguments(
  usage: string,
): Promise<{ file: string; config: Config }> {
  const { values, positionals } = parsed(usage)
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new Misuse(usage)
  return { file, config: readConfig(await readSettings(values.env, process.env)) }
}

function parsed(usage: string) {
  try {
    return parseArgs({ options: { env: { type: 'string' } }, allowPositionals: true })
  } catch (error) {
    throw new Misuse(`${(error as Error).message}\n${usage}`)
  }
}
