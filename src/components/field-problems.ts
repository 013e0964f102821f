import type { ErrorDetail } from '#contract/errors.ts'
import { forPeople } from '#present/review/form-words.ts'

/** The problems of a field and its parts, in words for people. */
export function fieldProblems(name: string, problems: readonly ErrorDetail[]): string[] {
  return problems
    .filter(({ path }) => path === name || path.startsWith(`${name}.`))
    .map((problem) => {
      const { path, message } = forPeople(problem)
      return `${path} ${message}`
    })
}
