import type { Addresses } from '#core/addresses.ts'
import type { Catalog } from '#catalog/questions.ts'
import type { Db } from '#db/connect.ts'
import type { ReadLimiter } from '#limits/read-limiter.ts'
import type { Restriction } from '#db/restriction.ts'
import type { SubmissionLimiter } from '#limits/submission-limiter.ts'
import type { Builder } from '#editorial/side-effects.ts'
import type { Mailer } from '#mail/deliver.ts'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'

/** The dependencies of operations. src/composition.ts makes one for a deployment, tests their own. */
export interface Service {
  readonly db: Db
  readonly catalog: Catalog
  readonly limiter: SubmissionLimiter
  /** Undefined where reads have no limit. */
  readonly readLimiter: ReadLimiter | undefined
  readonly mailer: Mailer
  /** Requests to other hosts, and DNS. */
  readonly network: Network
  readonly builder: Builder
  /** The restriction of anonymous access in force; a promise only where it is not known yet. */
  readonly restriction: () => Restriction | undefined | Promise<Restriction | undefined>
  /** Lets work outlive the answer; failures are logged. Resolves once the platform waits for it. */
  readonly afterAnswer: (work: Promise<unknown>) => Promise<void>
  /** Counts a question without results, after the answer; never throws. */
  readonly foundNothing: (unanswered: { question: string; handler: string }) => Promise<void>
  readonly clock: () => Date
  /** Called once for every unexpected failure. */
  readonly log: (message: string, error: unknown) => void
  /** Called after the commit of every write, for the log. */
  readonly wrote: (write: Write) => void
  /** The addresses of this site. */
  readonly to: Addresses
  readonly settings: ServiceSettings
}

/** A committed write in the log. */
export interface Write {
  write: 'submission' | 'revision' | 'proposal' | 'withdrawal'
  slug: string
}

/** Network access, loaded by its first use. */
interface Network {
  fetch: GuardedFetch
  resolveTxt: (name: string) => Promise<string[][]>
}

/** The settings that operations read. */
interface ServiceSettings {
  /** Further origins that may call /mcp from a browser. */
  mcpOrigins: readonly string[]
  /** The longest wait of a submission for the mail provider. */
  mailDeadlineMs: number
  /** Absent: /api/cron is a 404. */
  cronSecret?: string | undefined
  /** Absent: repositories are not checked again. The token raises the limits of GitHub. */
  recheck?: { token: string | undefined } | undefined
}
