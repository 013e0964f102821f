import type { Command } from './arguments.ts'
import { checkChanged } from './check-changed.ts'
import { checkFiles } from './check-file.ts'
import { check } from './check-repositories.ts'
import { draft } from './draft/draft.ts'
import type { FileSession } from './file-session.ts'
import { reread } from './reread.ts'
import { stamp } from './stamp.ts'

/** The commands on files of content/. They do not load the database modules, so they start fast. */
export const fileCommands = {
  check,
  draft,
  'check-file': checkFiles,
  'check-changed': checkChanged,
  stamp,
  reread,
} as const satisfies Record<string, Command<FileSession>>
