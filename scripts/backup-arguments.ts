import { type Config, readConfig } from '#config.ts'
import { Misuse, typedArguments } from '#command.ts'
import { readSettings } from '#settings.ts'

/** Reads the arguments that backup and restore share: the backup file and the settings file. */
export async function readBackupArguments(
  usage: string,
): Promise<{ file: string; config: Config }> {
  const options = { env: { type: 'string' } } as const
  const { values, positionals } = typedArguments(usage, { options, allowPositionals: true })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new Misuse(usage)
  return { file, config: readConfig(await readSettings(values.env, process.env)) }
}
