import { setTimeout as after } from 'node:timers/promises'
import { dailyKey, dayOf } from '#core/visitor.ts'
import { type View, countViews } from '#db/views.ts'
import { addressBlock, addressNetwork } from '#limits/address-block.ts'
import type { Service } from './service.ts'
import { writeTogether } from './write-together.ts'

/** Somebody looks at the page of a listing. */
interface PageView {
  slug: string
  address: string
}

/** What an instance holds in memory, and how much one network counts for, at most. */
const most = {
  /** Views that wait while others are written; what comes beyond them is not counted. */
  gathered: 1_000,
  /** Written views that are known again without asking the database. */
  remembered: 20_000,
  /** Listings that a network is counted for in a day, by one thread of one instance. */
  perNetwork: 200,
} as const

/** Instances whose clocks differ still agree on who was seen, this long into the next day. */
const sweptAfterMs = 3_600_000

type Gathered = View & { network: string }

/**
 * Counts page views, for one instance, under load in batches. It never fails: a view that cannot be
 * written within `deadlineMs` is not waited for.
 *
 * A visitor is an IPv4 address or an IPv6 /48, whatever browser it names, since a browser can be made
 * up: it adds one view to a listing a day, in the database, so for all instances together. An office
 * behind one address counts as one visitor: too few views harm nobody, made-up ones rank.
 */
export function viewCounter(
  service: Pick<Service, 'db' | 'catalog' | 'clock' | 'log'>,
  secret: () => string,
  deadlineMs = 1_000,
): (view: PageView) => Promise<void> {
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
      // What is not listed costs no question: a made-up slug and a pending one are the same.
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
