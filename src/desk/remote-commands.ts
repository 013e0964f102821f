import type { EditorRole } from '#db/migrations/schema.ts'
import { accept } from './accept.ts'
import { approve } from './approve.ts'
import type { Commands } from '#authoring/arguments.ts'
import { feature, owner, tier } from './attributes.ts'
import { badge } from './badge.ts'
import { claim } from './claim.ts'
import { edit } from './edit.ts'
import { editors, invite, revoke } from './editors.ts'
import { report, reports } from './fact-reports.ts'
import { history } from './history.ts'
import { note } from './note.ts'
import { outbox } from './outbox.ts'
import { proposals } from './proposals.ts'
import { promote } from './promote-tool.ts'
import { queue } from './queue.ts'
import { rebuild } from './rebuild.ts'
import { restrict } from './restrict.ts'
import type { Session } from './session.ts'
import { show } from './show.ts'
import { decline, reject, restore, revise, undo, withdraw } from './steps.ts'
import { release, take } from './take.ts'

/**
 * The commands that need a database and no file of a checkout, by the lowest role that may run them
 * with a token in the editor API. A machine with the database is an admin.
 */
export const commandsByRole = {
  reviewer: { queue, show, take, release, note, proposals, reports, history },
  publisher: {
    approve,
    reject,
    revise,
    claim,
    edit,
    withdraw,
    restore,
    undo,
    accept,
    decline,
    report,
    feature,
    owner,
    'promote-tool': promote,
    badge,
    rebuild,
  },
  admin: { tier, outbox, restrict, editors, invite, revoke },
} as const satisfies Record<EditorRole, Commands<Session>>

const { reviewer, publisher, admin } = commandsByRole
export const remoteCommands = { ...reviewer, ...publisher, ...admin }
