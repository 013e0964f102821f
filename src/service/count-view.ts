import { setTimeout as after } from 'node:timers/promises'
import { dailyKey, dayOf } from '#core/visitor.ts'
import { type View, countViews } from '#db/queries/views.ts'
import { addressBlock, addressNetwork } from '#limits/address-block.ts'
import { beyondRequest } from '#request-deadline.ts'
import type { Service } from './service.ts'

const most = {
  /** The maximum number of views in a batch. Further views are not counted. */
  gathered: 1_000,
  /** The number of written views that are remembered: repeated views of them need no query. */
  remembered: 20_000,
  /** The maximum number of views that one thread counts for a network in a day. */
  perNetwork: 200,
} as const

/**
 * How long after midnight the visitors of the last day stay stored, in ms: the clocks of instances
 * may differ.
 */
const sweptAfterMs = 3_600_000

type Gathered = View & { network: string }

/**
 * Returns a function that counts a view of a listing's page, under load in batches. It waits at
 * most `deadlineMs` for the write and never throws. A visitor is an IPv4 address or an IPv6 /48,
 * because user agents can be made up. A visitor adds at most one view to a listing a day, in all
 * instances together.
 */
export function viewCounter(
  service: Pick<Service, 'db' | 'catalog' | 'clock' | 'log'>,
  secret: () => string,
  deadlineMs = 1_000,
): (view: { slug: string; address: string }) => Promise<void> {
  const written = new Set<string>()
  const perNetwork = new Map<string, number>()

  const { gather, fail } = writeTogether<Gathered>(
    async (views) => {
      const forgetBefore = dayOf(new Date(service.clock().getTime() - sweptAfterMs))
      const counted = new Set(await countViews(service.db, [...views.values()], forgetBefore))
      if (written.size >= most.remembered) for (const known of [written, perNetwork]) known.clear()
      for (const { slug, visitor, network } of views.values()) {
        if (!counted.has(slug)) continue
        written.add(visitor)
        perNetwork.set(network, (perNetwork.get(network) ?? 0) + 1)
      }
    },
    (error) => service.log('views could not be counted', error),
  )

  return async ({ slug, address }) => {
    try {
      const [day, block] = [dayOf(service.clock()), addressBlock(address)]
      const from = addressNetwork(block) ?? block
      // A slug that is not listed needs no query. So a pending slug takes no longer than an unknown
      // one.
      if (!(await service.catalog.current()).product(slug)) return
      const visitor = dailyKey(secret(), day, slug, from)
      const network = dailyKey(secret(), day, from)
      if (written.has(visitor) || (perNetwork.get(network) ?? 0) >= most.perNetwork) return
      const end = gather((views) => {
        if (views.size < most.gathered) views.set(visitor, { slug, day, visitor, network })
      })
      await Promise.race([end, after(deadlineMs, undefined, { ref: false })])
    } catch (error) {
      fail(error)
    }
  }
}

/**
 * Writes entries in batches. The first entry is written at once; entries that come during a write
 * form the next batch. It never throws. Of a series of failures only the first is passed to
 * `report`.
 */
function writeTogether<T>(
  write: (batch: ReadonlyMap<string, T>) => Promise<void>,
  report: (error: unknown) => void,
) {
  let gathering: { batch: Map<string, T>; end: Promise<void> } | undefined
  let last = Promise.resolve()
  let hasFailed = false

  const fail = (error: unknown) => {
    if (!hasFailed) report(error)
    hasFailed = true
  }

  const writeOut = async (batch: ReadonlyMap<string, T>) => {
    try {
      await write(batch)
      hasFailed = false
    } catch (error) {
      fail(error)
    }
  }

  return {
    /** Lets `put` add an entry to the next batch. Resolves when that batch is written. */
    gather: (put: (batch: Map<string, T>) => void): Promise<void> => {
      if (!gathering) {
        const batch = new Map<string, T>()
        last = last.then(() => {
          gathering = undefined
          return beyondRequest(() => writeOut(batch))
        })
        gathering = { batch, end: last }
      }
      put(gathering.batch)
      return gathering.end
    },
    /** Reports a failure as part of the series. */
    fail,
  }
}
