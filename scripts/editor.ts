import { type Begun, type Read, commandNamed, readArguments } from '#authoring/arguments.ts'
import { fileCommands } from '#authoring/file-commands.ts'
import { fileSession } from '#authoring/file-session.ts'
import { Misuse, run, sentenceOf } from '#command.ts'

await run(async () => {
  const argv = process.argv.slice(2)
  const name = commandNamed(argv)
  if (name !== undefined && Object.hasOwn(fileCommands, name))
    return answer(readArguments(argv, fileCommands), async (read) => {
      if (read.values.site !== undefined)
        throw new Misuse(`${name} works on files of this checkout, without --site.`)
      const session = fileSession(read.values, async (slug) => {
        const { findOnDatabase } = await import('#desk/on-database.ts')
        return findOnDatabase(read.values, slug)
      })
      return read.command.run(session, read.words)
    })
  // Imported on demand: the database modules take a second to load.
  const { commands, runOnDatabase } = await import('#desk/on-database.ts')
  return answer(readArguments(argv, commands), runOnDatabase)
})

async function answer<S>(
  read: Read<S>,
  begin: (read: Begun<S>) => Promise<number>,
): Promise<number> {
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
  const { values } = read
  try {
    return await begin(read)
  } catch (error) {
    if (error instanceof Misuse) return misuse(error.message, values.json)
    if (!values.json) throw error
    // With --json, failures such as wrong settings or a missing database are printed as JSON, too.
    console.log(JSON.stringify({ outcome: 'failed', error: sentenceOf(error) }))
    return 1
  }
}
