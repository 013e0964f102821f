import type { Commands } from '#authoring/arguments.ts'
import { erase } from './erase.ts'
import { fileCommands } from '#authoring/file-commands.ts'
import { remoteCommands } from './remote-commands.ts'
import type { LocalSession } from './session.ts'
import { weekly } from './weekly.ts'

/** Every command, in the order in which the help lists them. */
export const commands = {
  ...remoteCommands,
  ...fileCommands,
  weekly,
  // Needs the database itself: no token may erase the data of a person.
  erase,
} as const satisfies Commands<LocalSession>
