import { redacted } from '#contract/redacted.ts'

/**
 * What follows decisions, one after the other, while the editor reads the next submission: the first
 * mail of a session has to compile its templates, which takes seconds. What went wrong is kept until
 * somebody takes it.
 */
export function createFollowUps() {
  let last: Promise<void> = Promise.resolve()
  let open = 0
  let problems: string[] = []
  const run = async (before: Promise<void>, work: () => Promise<string[]>) => {
    await before
    try {
      problems = [...problems, ...(await work())]
    } catch (error) {
      problems = [...problems, `What follows a decision went wrong: ${redacted(error)}`]
    } finally {
      open -= 1
    }
  }
  return {
    follow: (work: () => Promise<string[]>): void => {
      open += 1
      last = run(last, work)
    },
    /** What went wrong since it was last asked for. */
    takeProblems: (): string[] => problems.splice(0),
    isOpen: () => open > 0,
    /** Until all of it is done. */
    settled: () => last,
  }
}
