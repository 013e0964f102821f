import { readConfig } from '../src/config.ts'
import { readArguments } from './editor/arguments.ts'
import { commands } from './editor/commands.ts'
import { withSession } from './editor/session.ts'
import { WrongUse, readSettings } from './editor/settings.ts'
import { run } from './run.ts'

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
  if (read.kind === 'desk') return misuse('Name a command.', false, read.help)
  const { command, words, values } = read
  try {
    const config = readConfig(await readSettings(values.env, process.env))
    const needs = { writesMail: command.writesMail ?? false }
    return await withSession(config, values, needs, (session) => command.run(session, words))
  } catch (error) {
    if (error instanceof WrongUse) return misuse(error.message, values.json)
    throw error
  }
})
