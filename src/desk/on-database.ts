import { readConfig } from '#config.ts'
import { readSettings } from '#settings.ts'
import type { Begun, Command } from './arguments.ts'
import { runDesk } from './terminal/desk.ts'
import { openTerminal } from './terminal/terminal.ts'
import { withSession } from './session.ts'

export { commands } from './commands.ts'

const desk: Pick<Command, 'writesMail' | 'run'> = {
  writesMail: true,
  run: async (session) => {
    const terminal = openTerminal()
    try {
      return await runDesk(session, terminal)
    } finally {
      terminal.close()
    }
  },
}

/** Runs a command, or the desk, with the database that the settings name. */
export async function runOnDatabase(read: Begun): Promise<number> {
  const { values } = read
  const use = read.kind === 'desk' ? desk : read.command
  const config = readConfig(await readSettings(values.env, process.env))
  const needs = { writesMail: use.writesMail ?? false }
  const words = read.kind === 'desk' ? [] : read.words
  return withSession(config, values, needs, (session) => use.run(session, words))
}
