import { type Activity, activityDays } from '#contract/resources/activity.ts'

/** What is known of the commits and releases of a listing. */
interface Dated {
  proof: { last_activity: string | Date | null; seen_until: string | null } | null
  facts: readonly { fact: string; day: string | null }[]
}

const dayMs = 86_400_000

/**
 * Whether a product is worked on, by the days of its newest commit and release; null where no
 * commit was seen, or where nobody knows up to which day commits could be seen. Decisions, Activity.
 */
export function activityOf({ proof, facts }: Dated): Activity | null {
  if (!proof?.last_activity || !proof.seen_until) return null
  const { last_activity, seen_until: as_of } = proof
  const last_commit = new Date(last_activity).toISOString().slice(0, 10)
  const released = facts.find(({ fact }) => fact === 'latest_release')?.day ?? last_commit
  const last = released > last_commit ? released : last_commit
  const days = (Date.parse(as_of) - Date.parse(last)) / dayMs
  const state =
    days <= activityDays.recent ? 'recent' : days <= activityDays.quiet ? 'quiet' : 'dormant'
  return { state, last_commit, as_of }
}
