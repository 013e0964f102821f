import { beyondRequest } from '#request-deadline.ts'
import { isLoopback } from '#core/web-address.ts'
import { askBuilder } from '#editorial/side-effects.ts'
import { type JobParts, jobNames } from '#editorial/jobs.ts'
import { type Bounds, type JobReport, catchUp, runJobs } from '#editorial/run-jobs.ts'
import { outboxState } from '#db/queries/outbox.ts'
import type { Service } from './service.ts'

/**
 * Time limits for the jobs of one cron request, in ms. The platform may end a function after 15 s;
 * a cron request is answered within 10 s.
 */
const cronBounds: Bounds = { stopMs: 2_000, endMs: 7_000, lastMs: 2_500, most: 2_000 }
const hookMs = 2_000

/**
 * Runs one round of every job for a cron request. A job that is late goes on within its own time
 * limits.
 */
export function runCronJobs(service: Service): Promise<JobReport[]> {
  return beyondRequest(() => runJobs(partsOf(service), jobNames, cronBounds))
}

const underWay = new WeakMap<Service, Promise<void>>()

/** Runs the quick jobs after a submission. Concurrent calls share one round. */
export function catchUpWith(service: Service): Promise<void> {
  const known = underWay.get(service)
  if (known) return known
  const work = catchUp(partsOf(service)).finally(() => underWay.delete(service))
  underWay.set(service, work)
  return work
}

/**
 * Returns what to call after each answer: twice a minute it looks whether a mail is due, and sends
 * it. So no mail waits for the cron job, which may come once a day.
 */
export function dueMailSender(service: Service): () => void {
  let next = 0
  return () => {
    const now = service.clock().getTime()
    if (now < next) return
    next = now + 30_000
    void service.afterAnswer(sendDueMails(service))
  }
}

async function sendDueMails(service: Service): Promise<void> {
  if ((await outboxState(service.db)).due_since !== null) await catchUpWith(service)
}

function partsOf(service: Service): JobParts {
  const { db, mailer, network, builder, clock, log, urls, settings } = service
  const { recheck, editorMail } = settings
  return {
    db,
    mailer: async () => mailer,
    // The jobs use `network` to look for badges on owners' sites. A site on localhost has no
    // `network`, because no badge can link to it.
    network: isLoopback(new URL(urls.site)) ? null : { fetch: network.fetch, site: urls.site },
    gitHub: recheck ? { fetch: network.fetch, token: recheck.token } : null,
    claims: { resolveTxt: network.resolveTxt, urls },
    notices: editorMail === undefined ? undefined : { mail: editorMail, urls },
    rebuild: () => askBuilder({ db, builder }, hookMs),
    clock,
    log,
  }
}
