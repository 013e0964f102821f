import type { Addresses } from '#core/addresses.ts'
import type { Catalog } from '#catalog/open.ts'
import type { Db } from '#db/connection/connect.ts'
import type { ReadLimiter } from '#limits/read-limiter.ts'
import type { Restriction } from '#db/queries/restriction.ts'
import type { SubmissionLimiter } from '#limits/submission-limiter.ts'
import type { Builder } from '#editorial/side-effects.ts'
import type { Mailer } from '#mail/deliver.ts'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'

/** What operations depend on. src/composition.ts makes one for a deployment, tests their own. */
export interface Service {
  readonly db: Db
  readonly catalog: Catalog
  readonly limiter: SubmissionLimiter
  /** Undefined if reads have no rate limit. */
  readonly readLimiter: ReadLimiter | undefined
  readonly mailer: Mailer
  /** HTTP requests to other sites, and DNS queries. */
  readonly network: Network
  readonly builder: Builder
  /** Returns the restriction in force; a promise only if it has to be read first. */
  readonly restriction: () => Restriction | undefined | Promise<Restriction | undefined>
  /**
   * Lets work go on after the answer. Failures of the work are logged. Resolves once the platform
   * has been told to wait for the work.
   */
  readonly afterAnswer: (work: Promise<unknown>) => Promise<void>
  readonly clock: () => Date
  /** Called once for every unexpected failure. */
  readonly log: (message: string, error: unknown) => void
  /** Called after the commit of every write. It writes a log line. */
  readonly wrote: (write: Write) => void
  /** Makes the URLs of this site. */
  readonly urls: Addresses
  readonly settings: ServiceSettings
}

/** The part of a `Service` that operations need whose answers come from the catalogue alone. */
export type Reader = Pick<Service, 'catalog' | 'urls'>

/** A committed write, for the log. */
export interface Write {
  write: 'submission' | 'revision' | 'proposal' | 'withdrawal' | 'claim' | 'report'
  slug: string
}

/** Access to the network. Its code is loaded at the first use. */
interface Network {
  fetch: GuardedFetch
  resolveTxt: (name: string) => Promise<string[][]>
}

/** The settings of the environment that operations read. */
interface ServiceSettings {
  /** Origins besides the site's own that may call /mcp from a browser. */
  mcpOrigins: readonly string[]
  /** The maximum time that a submission waits for the mail provider, in ms. */
  mailDeadlineMs: number
  /** Without it /api/cron answers 404. */
  cronSecret?: string | undefined
  /** Without it repositories are not checked again. The token raises the rate limits of GitHub. */
  recheck?: { token: string | undefined } | undefined
  /** The mail address of the editors. Without it they are not told of new work. */
  editorMail?: string | undefined
  /** In how many minutes the mail of a decision on the pages of editors leaves. Default: at once. */
  mailDelayMinutes?: number | undefined
}
