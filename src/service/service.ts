import type { Addresses } from '#core/addresses.ts'
import type { Catalog } from '#catalog/questions.ts'
import type { Db } from '#db/connect.ts'
import type { ReadLimiter } from '#limits/read-limiter.ts'
import type { Restriction } from '#db/restriction.ts'
import type { SubmissionLimiter } from '#limits/submission-limiter.ts'
import type { Builder } from '#editorial/side-effects.ts'
import type { Mailer } from '#mail/deliver.ts'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'

/**
 * What operations are made of. src/composition.ts makes one for a deployment, a test makes its own;
 * nothing is opened before an operation first asks for it.
 */
export interface Service {
  readonly db: Db
  readonly catalog: Catalog
  readonly limiter: SubmissionLimiter
  /** Undefined where reads have no limit. */
  readonly readLimiter: ReadLimiter | undefined
  readonly mailer: Mailer
  /** Requests to other hosts and DNS; nothing else leaves this machine. */
  readonly network: Network
  /** Who is told when an owner's decision asks for a build. */
  readonly builder: Builder
  /** What restricts anonymous access now; a promise only where nobody has known for a while. */
  readonly restriction: () => Restriction | undefined | Promise<Restriction | undefined>
  /**
   * Lets work outlive the answer. Resolves once whoever runs this instance knows of it; what fails
   * is logged.
   */
  readonly afterAnswer: (work: Promise<unknown>) => Promise<void>
  /** Hears of every question that found nothing; never fails, and nobody waits for what it writes. */
  readonly foundNothing: (asked: { question: string; handler: string }) => Promise<void>
  /** What time it is. */
  readonly clock: () => Date
  /** Hears of every unexpected failure, once. */
  readonly log: (message: string, error: unknown) => void
  /** Hears of every write after its commit, for the log: which listing, and nobody's address. */
  readonly wrote: (write: Write) => void
  /** The addresses of this site. */
  readonly to: Addresses
  readonly settings: ServiceSettings
}

/** What was written, as a line of the log says it. */
export interface Write {
  write: 'submission' | 'revision' | 'proposal' | 'withdrawal'
  slug: string
}

/** How the service looks network. Loaded with the first look, since most instances never do. */
interface Network {
  fetch: GuardedFetch
  resolveTxt: (name: string) => Promise<string[][]>
}

/** The settings that operations read. */
interface ServiceSettings {
  /** Origins beside the site's own whose browsers may call /mcp. */
  mcpOrigins: readonly string[]
  /** How long a submission waits for the mail provider before it is answered. */
  mailDeadlineMs: number
  /** Without it there is no handler for a cron. */
  cronSecret?: string | undefined
  /** Without it no repository is looked at again; the token raises the limits of its host. */
  recheck?: { token: string | undefined } | undefined
}
