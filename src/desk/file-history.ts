import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What git knows of the file of a listing, to the second. */
export interface FileHistory {
  /** When the commit that brought it was made. */
  added: Date
  /** When the last commit was made that changed what its claim was found to be. */
  reviewed: Date
}

const decision = '^claim_(review_status|evidence_summary):'

/** When a file of a checkout was added, and its claim decided on; undefined where git has no commit of it. */
export async function fileHistory(root: string, file: string): Promise<FileHistory | undefined> {
  const [added, reviewed] = await Promise.all([
    momentOf(root, ['--follow', '--diff-filter=A', '--', file]),
    momentOf(root, ['-G', decision, '--', file]),
  ])
  return added && { added, reviewed: reviewed ?? added }
}

async function momentOf(root: string, asked: readonly string[]): Promise<Date | undefined> {
  try {
    const args = ['-C', root, 'log', '-1', '--format=%cI', ...asked]
    const { stdout } = await promisify(execFile)('git', args)
    return stdout.trim() === '' ? undefined : new Date(stdout.trim())
  } catch {
    // No git, or no checkout: nothing is known.
    return undefined
  }
}
