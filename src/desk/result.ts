import type { FileSession } from './file-session.ts'

export type Printer = Pick<FileSession, 'print'>

/** Prints a result, with the exit code of success. */
export function done({ print }: Printer, value: object, text: string): number {
  print(value, text)
  return 0
}

/** Prints why nothing was done, with the exit code of failure. */
export function notDone({ print }: Printer, value: object, text: string): number {
  print(value, text)
  return 1
}
