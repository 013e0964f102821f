/**
 * The last commit before the baseline: its code migrates an older database up to migration 0048, or
 * names the commit that has to come before it.
 */
export const lastBeforeBaseline = 'cbb57a9a'

/** The migration that creates the whole schema, instead of all migrations in `replaced`. */
export const baseline = '0049_baseline'

/**
 * The migrations that the baseline replaces, in order. Their SQL files exist only in git history. A
 * database that has them all keeps them as applied, so that the code before the baseline works on it.
 */
export const replaced: readonly string[] = [
  '0031_baseline',
  '0032_one_index',
  '0033_catalog_days',
  '0034_stack_history',
  '0035_lifecycle',
  '0036_facts',
  '0037_reading',
  '0038_claims',
  '0039_reports',
  '0040_editors',
  '0041_taken_back',
  '0042_facts_not_lines',
  '0043_days_questions_feed',
  '0044_simpler_claims_and_reports',
  '0045_versions_of_tools',
  '0046_stack_basis',
  '0047_claims_wait',
  '0048_missing_tool',
]

/** Whether a database has all migrations that the baseline replaces. */
export function isTakenOver(applied: readonly string[]): boolean {
  return replaced.every((name) => applied.includes(name))
}

/** The migrations in `replaced` that a database lacks, if it is older than the baseline. */
export function lackingBeforeBaseline(applied: readonly string[]): string[] {
  const isBefore = applied.some((name) => name < baseline)
  return isBefore ? replaced.filter((name) => !applied.includes(name)) : []
}

/** The applied migrations; the baseline stands for those in `replaced` if all of them are there. */
export function withBaseline(applied: readonly string[]): string[] {
  if (!isTakenOver(applied)) return [...applied]
  return [baseline, ...applied.filter((name) => !replaced.includes(name))]
}
