import { readConfig } from '#config.ts'
import { readSettings } from '#settings.ts'
import type { Begun } from './arguments.ts'
import { runDesk } from './terminal/desk.ts'
import { openTerminal } from './terminal/terminal.ts'
import { type LocalSession, type Session, withSession } from './session.ts'

export { commands } from './commands.ts'

/** Runs a command, or the interactive desk, on the database that the settings name. */
export async function runOnDatabase(read: Begun<LocalSession>): Promise<number> {
  const { values } = read
  const config = readConfig(await readSettings(values.env, process.env))
  const writesMail = read.kind === 'desk' || (read.command.writesMail ?? false)
  return withSession(config, values, { writesMail }, (session) =>
    read.kind === 'desk' ? sitDown(session) : read.command.run(session, read.words),
  )
}

async function sitDown(session: Session): Promise<number> {
  const terminal = openTerminal()
  try {
    return await runDesk(session, terminal)
  } finally {
    terminal.close()
  }
}
