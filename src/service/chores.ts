import { beyondRequest } from '#request-deadline.ts'
import { askBuilder } from '#editorial/aftermath.ts'
import { type ChoreParts, choreNames } from '#editorial/chores.ts'
import { type Bounds, type ChoreReport, catchUp, doChores } from '#editorial/do-chores.ts'
import type { Service } from './service.ts'

/** A platform may end a function after fifteen seconds; a cron is answered within ten. */
const cronBounds: Bounds = { stopMs: 2_000, endMs: 7_000, lastMs: 2_500, most: 2_000 }
const hookMs = 2_000

/** One round of every chore, for a cron. What is late goes on, and has its own bounds. */
export function runChores(service: Service): Promise<ChoreReport[]> {
  return beyondRequest(() => doChores(partsOf(service), choreNames, cronBounds))
}

const underWay = new WeakMap<Service, Promise<void>>()

/** What waited before a submission goes after it, too. Many at once are caught up with once. */
export function catchUpWith(service: Service): Promise<void> {
  const known = underWay.get(service)
  if (known) return known
  const work = catchUp(partsOf(service)).finally(() => underWay.delete(service))
  underWay.set(service, work)
  return work
}

function partsOf({ db, mailer, outside, builder, clock, log, to, settings }: Service): ChoreParts {
  const { recheck } = settings
  return {
    db,
    mailer: async () => mailer,
    // A site on this machine has no address that others could link to.
    outside: isOfThisMachine(to.site) ? null : { fetch: outside.fetch, site: to.site },
    gitHub: recheck ? { fetch: outside.fetch, token: recheck.token } : null,
    rebuild: () => askBuilder({ db, builder }, hookMs),
    clock,
    log,
  }
}

function isOfThisMachine(site: string): boolean {
  const { hostname } = new URL(site)
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}
