import type { Command } from './arguments.ts'
import { checkFiles } from './check-file.ts'
import { draft } from './draft.ts'
import type { FileSession } from './file-session.ts'
import { stamp } from './stamp.ts'

/** The commands on files of content/: they open no database, and load nothing of one. */
export const fileCommands = {
  draft,
  'check-file': checkFiles,
  stamp,
} as const satisfies Record<string, Command<FileSession>>
