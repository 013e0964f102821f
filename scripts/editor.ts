import { readConfig } from '../src/config.ts'
import { type Command, readArguments } from './editor/arguments.ts'
import { commands } from './editor/commands.ts'
import { runDesk } from './editor/desk/desk.ts'
import { openTerminal } from './editor/desk/terminal.ts'
import { withSession } from './editor/session.ts'
import { Misuse, run, sentenceOf } from './run.ts'
import { readSettings } from './settings.ts'

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

await run(async () => {
  const read = readArguments(process.argv.slice(2), commands)
  if (read.kind === 'help') {
    console.log(read.text)
    return 0
  }
  const misuse = (sentence: string, isJson: boolean | undefined, help?: string) => {
    if (isJson) console.log(JSON.stringify({ outcome: 'misuse', error: sentence }))
    else console.error(help ? `${sentence}\n\n${help}` : sentence)
    return 2
  }
  if (read.kind === 'misuse') return misuse(read.sentence, read.isJson, read.help)
  // Without a terminal there is nobody at the desk.
  if (read.kind === 'desk' && !(process.stdin.isTTY && process.stdout.isTTY))
    return misuse('Name a command.', false, read.help)
  const { values } = read
  const use = read.kind === 'desk' ? desk : read.command
  try {
    const config = readConfig(await readSettings(values.env, process.env))
    const needs = { writesMail: use.writesMail ?? false }
    const words = read.kind === 'desk' ? [] : read.words
    return await withSession(config, values, needs, (session) => use.run(session, words))
  } catch (error) {
    if (error instanceof Misuse) return misuse(error.message, values.json)
    if (!values.json) throw error
    // Settings, a database that is not there or not ours to read: scripts get JSON of that, too.
    console.log(JSON.stringify({ outcome: 'failed', error: sentenceOf(error) }))
    return 1
  }
})
