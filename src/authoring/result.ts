import type { FileSession } from './file-session.ts'

export type Printer = Pick<FileSession, 'print'>

/** Prints a result and returns exit code 0. `hint` names the command that goes on from there. */
export function done({ print }: Printer, value: object, text: string, hint?: string): number {
  print(value, text, hint)
  return 0
}

/** Prints why nothing was done and returns exit code 1. */
export function notDone({ print }: Printer, value: object, text: string, hint?: string): number {
  print(value, text, hint)
  return 1
}

/** Prints that there is no such listing and returns exit code 1. */
export function unknownListing(session: Printer, slug: string): number {
  const hint = '`npm run editor -- queue` lists what is pending.'
  return notDone(session, { outcome: 'unknown', slug }, `There is no listing "${slug}".`, hint)
}
