import type { OutboxState } from '#db/queries/outbox.ts'
import type { WriteFailure } from '#db/connection/probe.ts'
import type { BuildLag } from '#db/queries/rebuilds.ts'

/** The thresholds above or below which a value is a problem. */
export const patience = {
  /** How long a due mail may wait: several rounds of the jobs. */
  mailSeconds: 15 * 60,
  buildSeconds: 30 * 60,
  /** The free disk space that a build needs. */
  lowDiskMb: 512,
  /**
   * The free disk space for two log segments of the embedded database, 16 MB each. Below it writes
   * fail soon.
   */
  fullDiskMb: 32,
  /** A delay of the event loop that every visitor notices. */
  loopMs: 500,
} as const

/** A problem of an instance. `section`: a heading of content/docs/operate.md, as a test checks. */
export interface Problem {
  sentence: string
  section: string
  /** Whether nothing can be read or nothing can be written. /api/ready then answers 503. */
  isRed: boolean
}

/** A sentence, if there is the problem. */
type Said = string | false | null | undefined

interface Seen {
  found:
    | {
        outbox: OutboxState
        lag: BuildLag
        ahead: number
        writeFailure: WriteFailure | undefined
      }
    | undefined
  rateLimitStore: 'answers' | 'away' | 'none'
  freeMb: number | undefined
  builtFrom: Date | undefined
  loop?: { p99_ms: number } | undefined
  now: Date
}

/** A problem as a sentence, with a link to its section in the runbook. */
export function sentenceOf({ sentence, section }: Problem, site: string): string {
  return `${sentence} See ${site}/docs/operate#${section}`
}

const refusals = {
  disk_full:
    'The database refuses writes because its disk is full: submissions and decisions fail, reads go on. Make room on it.',
  read_only:
    'The database refuses writes because it is read-only, as a replica or a database over its quota is: submissions and decisions fail, reads go on. Name the primary in DATABASE_URL, or raise the quota.',
  other:
    'The database refuses writes: submissions and decisions fail, reads go on. Its log has the reason.',
} as const satisfies Record<WriteFailure, string>

/** All problems of an instance, the most severe first. */
export function problemsOf(seen: Seen): Problem[] {
  const { found, rateLimitStore, freeMb = Infinity, builtFrom, loop, now } = seen
  const failure = found?.writeFailure
  const isFull = freeMb < patience.fullDiskMb
  const mailWait = secondsSince(found?.outbox.due_since ?? null, now)
  const buildWait = builtFrom ? secondsSince(found?.lag.behind_since ?? null, now) : 0
  const red = {
    'the-catalogue-cannot-be-opened':
      !builtFrom &&
      'The catalogue of this build cannot be opened, so no listing is answered: its file is missing or damaged. Build again.',
    'the-database-does-not-answer':
      !found &&
      'The database does not answer: it is down, cannot be reached or is overloaded. What the catalogue holds is still answered; submissions are refused. Start it, or look at its log.',
    'nothing-can-be-written': failure && refusals[failure],
    'the-disk-is-nearly-full':
      isFull &&
      `The disk of DATA_DIR has ${freeMb} MB left, less than the ${patience.fullDiskMb} MB that the next writes need. Make room.`,
  }
  const others = {
    'the-disk-is-nearly-full':
      freeMb < patience.lowDiskMb &&
      !isFull &&
      `The disk of DATA_DIR has ${freeMb} MB left; below ${patience.lowDiskMb} MB a build may not fit, below ${patience.fullDiskMb} MB nothing can be written. Make room.`,
    'mails-wait':
      mailWait > patience.mailSeconds &&
      `Mails that are due for ${Math.round(mailWait / 60)} minutes are not sent: the mail provider refuses or is away, or no cron calls. \`npm run editor -- outbox\` says why.`,
    'builds-fail-or-lag-behind': [
      found?.lag.failed_at &&
        'The last build failed, so pages and files stay as they were. `npm run editor -- rebuild --state` says why.',
      buildWait > patience.buildSeconds &&
        `The build does not follow the changes: the oldest has waited for ${Math.round(buildWait / 60)} minutes. The API and search have them; pages and files follow with the next build.`,
    ],
    'the-rate-limit-store-is-away':
      rateLimitStore === 'away' &&
      'The rate-limit store does not answer, so reads have no limits and Postgres alone counts submissions. Look at its status and quota, or compare KV_REST_API_URL and KV_REST_API_TOKEN.',
    'the-changelog-is-ahead-of-the-clock':
      found &&
      found.ahead > 0 &&
      `The newest changelog item is ${found.ahead} s in the future: a clock was ahead when it was written. Later items are stamped after it until that time has passed. Set the clock right (NTP).`,
    'requests-are-slow':
      loop &&
      loop.p99_ms > patience.loopMs &&
      `The event loop of this thread is ${loop.p99_ms} ms late: it has more to compute than its core can. Look at what is asked, restrict it, or take a larger machine.`,
  }
  const listed = (sections: Record<string, Said | Said[]>, isRed: boolean): Problem[] =>
    Object.entries(sections).flatMap(([section, sentences]) =>
      [sentences].flat().flatMap((sentence) => (sentence ? [{ sentence, section, isRed }] : [])),
    )
  return [...listed(red, true), ...listed(others, false)]
}

/** The whole seconds from a time until now; 0 if the time is null or in the future. */
export function secondsSince(moment: Date | null, now: Date): number {
  return moment ? Math.max(0, Math.round((now.getTime() - moment.getTime()) / 1000)) : 0
}
