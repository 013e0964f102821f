import { readConfig } from '#config.ts'
import { readSettings } from '#settings.ts'
import type { Begun } from '#authoring/arguments.ts'
import type { Values } from '#authoring/options.ts'
import { connectRemote, runRemotely, tokenSetting } from './remote.ts'
import { type LocalSession, withSession } from './session.ts'

export { commands } from './commands.ts'

/** Finds a submission in the database that the settings name. */
export async function findOnDatabase(values: Values, slug: string) {
  const config = readConfig(await readSettings(values.env, process.env))
  return withSession(config, values, { writesMail: false }, (session) =>
    session.findSubmitted(slug),
  )
}

/**
 * Runs a command on the database that the settings name, or through the editor API of the site that
 * --site names.
 */
export async function runOnDatabase(read: Begun<LocalSession>): Promise<number> {
  const { command, words, values } = read
  const settings = await readSettings(values.env, process.env)
  if (values.site !== undefined)
    return runRemotely(read, connectRemote(values.site, settings[tokenSetting]))
  const { writesMail = false } = command
  return withSession(readConfig(settings), values, { writesMail }, (session) =>
    command.run(session, words),
  )
}
