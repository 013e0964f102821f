import { accept } from './accept.ts'
import type { Commands } from './arguments.ts'
import { feature, owner, tier } from './attributes.ts'
import { badge } from './badge.ts'
import { check } from './check.ts'
import { claim } from './claim.ts'
import { edit } from './edit.ts'
import { report, reports } from './fact-reports.ts'
import { fileCommands } from './file-commands.ts'
import { outbox } from './outbox.ts'
import { proposals } from './proposals.ts'
import { promote } from './promote-tool.ts'
import { queue } from './queue.ts'
import { rebuild } from './rebuild.ts'
import { history, questions, stats } from './reports.ts'
import { restrict } from './restrict.ts'
import { show } from './show.ts'
import { approve, decline, reject, restore, revise, undo, withdraw } from './steps.ts'
import { weekly } from './weekly.ts'

/** Every command, in the order in which the help lists them. */
export const commands = {
  queue,
  show,
  approve,
  reject,
  revise,
  claim,
  edit,
  withdraw,
  restore,
  undo,
  proposals,
  accept,
  decline,
  reports,
  report,
  feature,
  tier,
  owner,
  'promote-tool': promote,
  badge,
  ...fileCommands,
  // Here a database is at hand already.
  check,
  weekly,
  outbox,
  history,
  stats,
  questions,
  rebuild,
  restrict,
} as const satisfies Commands
