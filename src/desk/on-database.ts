import { readConfig } from '#config.ts'
import { readSettings } from '#settings.ts'
import type { Begun } from '#authoring/arguments.ts'
import { connectRemote, runRemotely, tokenSetting } from './remote.ts'
import { type LocalSession, withSession } from './session.ts'

export { commands } from './commands.ts'

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
