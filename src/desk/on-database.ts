import { readConfig } from '#config.ts'
import { readSettings } from '#settings.ts'
import type { Begun } from '#authoring/arguments.ts'
import { connectRemote, runRemotely, sitDownRemotely, tokenSetting } from './remote.ts'
import { type Terminal, runDesk } from './terminal/desk.ts'
import { openTerminal } from './terminal/terminal.ts'
import { type LocalSession, withSession } from './session.ts'

export { commands } from './commands.ts'

/**
 * Runs a command, or the interactive desk, on the database that the settings name, or through the
 * editor API of the site that --site names.
 */
export async function runOnDatabase(read: Begun<LocalSession>): Promise<number> {
  const { values } = read
  const settings = await readSettings(values.env, process.env)
  if (values.site !== undefined) return runElsewhere(values.site, read, settings[tokenSetting])
  const config = readConfig(settings)
  const writesMail = read.kind === 'desk' || (read.command.writesMail ?? false)
  return withSession(config, values, { writesMail }, (session) =>
    read.kind === 'desk'
      ? atTerminal((terminal) => runDesk(session, terminal))
      : read.command.run(session, read.words),
  )
}

/** Runs a command, or the interactive desk, through the editor API of a site. */
async function runElsewhere(site: string, read: Begun<LocalSession>, token: string | undefined) {
  const post = connectRemote(site, token)
  if (read.kind === 'run') return runRemotely(read, post)
  return atTerminal((terminal) => sitDownRemotely(site, read.values, post, terminal))
}

async function atTerminal(run: (terminal: Terminal) => Promise<number>): Promise<number> {
  const terminal = openTerminal()
  try {
    return await run(terminal)
  } finally {
    terminal.close()
  }
}
