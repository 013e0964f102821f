import { readConfig } from '../src/config.ts'
import { approve } from './editor/approve.ts'
import { type Command, readArguments } from './editor/arguments.ts'
import { claim } from './editor/claim.ts'
import { edit } from './editor/edit.ts'
import { queue } from './editor/queue.ts'
import { rebuild } from './editor/rebuild.ts'
import { reject } from './editor/reject.ts'
import { restore } from './editor/restore.ts'
import { withSession } from './editor/session.ts'
import { show } from './editor/show.ts'
import { weekly } from './editor/weekly.ts'
import { withdraw } from './editor/withdraw.ts'
import { run } from './run.ts'

const commands = {
  queue,
  show,
  approve,
  reject,
  claim,
  edit,
  withdraw,
  restore,
  weekly,
  rebuild,
} as const satisfies Record<string, Command>

await run(async () => {
  const read = readArguments(process.argv.slice(2), commands)
  if (read.kind === 'help') {
    console.log(read.text)
    return 0
  }
  if (read.kind === 'misuse') {
    if (read.isJson) console.log(JSON.stringify({ outcome: 'misuse', error: read.sentence }))
    else console.error(`${read.sentence}\n\n${read.help}`)
    return 2
  }
  const { command, words, values } = read
  return withSession(readConfig(process.env), values, (session) => command.run(session, words))
})
