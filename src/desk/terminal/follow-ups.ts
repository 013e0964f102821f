import { redacted } from '#contract/redacted.ts'

/**
 * Runs the side effects of decisions one after another, while the editor reads the next submission.
 * The first mail of a session compiles the mail templates, which takes seconds.
 */
export function createFollowUps() {
  let last: Promise<void> = Promise.resolve()
  let open = 0
  const problems: string[] = []
  const run = async (before: Promise<void>, work: () => Promise<string[]>) => {
    await before
    try {
      problems.push(...(await work()))
    } catch (error) {
      problems.push(`What follows a decision went wrong: ${redacted(error)}`)
    } finally {
      open -= 1
    }
  }
  return {
    follow: (work: () => Promise<string[]>): void => {
      open += 1
      last = run(last, work)
    },
    /** Returns the problems since the last call, and forgets them. */
    takeProblems: (): string[] => problems.splice(0),
    isOpen: () => open > 0,
    settled: () => last,
  }
}
