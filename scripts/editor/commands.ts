import { approve } from './approve.ts'
import type { Commands } from './arguments.ts'
import { claim } from './claim.ts'
import { edit } from './edit.ts'
import { feature } from './feature.ts'
import { history } from './history.ts'
import { outbox } from './outbox.ts'
import { owner } from './owner.ts'
import { promote } from './promote-tool.ts'
import { queue } from './queue.ts'
import { rebuild } from './rebuild.ts'
import { reject } from './reject.ts'
import { restore } from './restore.ts'
import { show } from './show.ts'
import { stats } from './stats.ts'
import { tier } from './tier.ts'
import { weekly } from './weekly.ts'
import { withdraw } from './withdraw.ts'

/** Every command, in the order of the overview. */
export const commands = {
  queue,
  show,
  approve,
  reject,
  claim,
  edit,
  withdraw,
  restore,
  feature,
  tier,
  owner,
  'promote-tool': promote,
  weekly,
  outbox,
  history,
  stats,
  rebuild,
} as const satisfies Commands
