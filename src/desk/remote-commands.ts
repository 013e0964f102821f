import type { EditorRole } from '#db/migrations/editor-tables.ts'
import { accept } from './accept.ts'
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
import { approve, decline, reject, restore, revise, undo, withdraw } from './steps.ts'
import { release, take } from './take.ts'

/**
 * The commands that need a database and no file of a checkout. They also run in the editor API of
 * the service, for editors on other machines.
 */
export const remoteCommands = {
  queue,
  show,
  take,
  release,
  note,
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
  outbox,
  history,
  rebuild,
  restrict,
  editors,
  invite,
  revoke,
} as const satisfies Commands<Session>

export type RemoteCommand = keyof typeof remoteCommands

/** The lowest role that may run a command with a token. A machine with the database is an admin. */
export const roleFor = {
  queue: 'reviewer',
  show: 'reviewer',
  take: 'reviewer',
  release: 'reviewer',
  note: 'reviewer',
  proposals: 'reviewer',
  reports: 'reviewer',
  history: 'reviewer',
  approve: 'publisher',
  reject: 'publisher',
  revise: 'publisher',
  claim: 'publisher',
  edit: 'publisher',
  withdraw: 'publisher',
  restore: 'publisher',
  undo: 'publisher',
  accept: 'publisher',
  decline: 'publisher',
  report: 'publisher',
  feature: 'publisher',
  tier: 'admin',
  owner: 'publisher',
  'promote-tool': 'publisher',
  badge: 'publisher',
  rebuild: 'publisher',
  outbox: 'admin',
  restrict: 'admin',
  editors: 'admin',
  invite: 'admin',
  revoke: 'admin',
} as const satisfies Record<RemoteCommand, EditorRole>
