import { accept } from './accept.ts'
import { approve } from './approve.ts'
import type { Commands } from './arguments.ts'
import { badge } from './badge.ts'
import { check } from './check.ts'
import { claim } from './claim.ts'
import { decline } from './decline.ts'
import { edit } from './edit.ts'
import { feature } from './feature.ts'
import { fileCommands } from './file-commands.ts'
import { history } from './history.ts'
import { outbox } from './outbox.ts'
import { owner } from './owner.ts'
import { proposals } from './proposals.ts'
import { promote } from './promote-tool.ts'
import { questions } from './questions.ts'
import { queue } from './queue.ts'
import { rebuild } from './rebuild.ts'
import { reject } from './reject.ts'
import { restore } from './restore.ts'
import { restrict } from './restrict.ts'
import { revise } from './revise.ts'
import { show } from './show.ts'
import { stats } from './stats.ts'
import { tier } from './tier.ts'
import { undo } from './undo.ts'
import { weekly } from './weekly.ts'
import { withdraw } from './withdraw.ts'

/** Every command, in the order of the overview. */
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
  feature,
  tier,
  owner,
  'promote-tool': promote,
  badge,
  check,
  ...fileCommands,
  weekly,
  outbox,
  history,
  stats,
  questions,
  rebuild,
  restrict,
} as const satisfies Commands
