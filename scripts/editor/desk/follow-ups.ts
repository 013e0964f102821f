import { redacted } from '../../../src/contract/redacted.ts'

/**
 * What follows decisions, one after the other, while the editor reads the next submission: the first
 * mail of a session has to compile its templates, which takes seconds. What went wrong is kept until
 * somebody takes it.
 */
export function createFollowUps() {
  let last: Promise<void> = Promise.resolve()
  let open = 0
  let problems: string[] = []
  return {
    follow: (work: () => Promise<string[]>): void => {
      open += 1
      last = last.then(work).then(
        (told) => {
          open -= 1
          problems = [...problems, ...told]
        },
        (error: unknown) => {
          open -= 1
          problems = [...problems, `What follows a decision went wrong: ${redacted(error)}`]
        },
      )
    },
    /** What went wrong since it was last asked for. */
    takeProblems: (): string[] => problems.splice(0),
    isOpen: () => open > 0,
    /** Until all of it is done. */
    settled: () => last,
  }
}
