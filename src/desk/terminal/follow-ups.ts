import { redacted } from '#contract/redacted.ts'

/**
 * The side effects of decisions, one after the other, while the editor reads the next submission.
 * The first mail of a session compiles its templates, which takes seconds.
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
    /** The problems since the last call. */
    takeProblems: (): string[] => problems.splice(0),
    isOpen: () => open > 0,
    settled: () => last,
  }
}
