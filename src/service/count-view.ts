import { setTimeout as after } from 'node:timers/promises'
import { dailyKey, dayOf } from '#core/visitor.ts'
import { type View, countViews } from '#db/views.ts'
import { addressBlock, addressNetwork } from '#limits/address-block.ts'
import type { Service } from './service.ts'
import { writeTogether } from './write-together.ts'

const most = {
  /** Views in a batch; more are not counted. */
  gathered: 1_000,
  /** Written views in memory, which save a query. */
  remembered: 20_000,
  /** Listings counted for a network in a day, by one thread. */
  perNetwork: 200,
} as const

/** How long the visitors of a day are stored into the next day: clocks of instances may differ. */
const sweptAfterMs = 3_600_000

type Gathered = View & { network: string }

/**
 * Counts page views, under load in batches, and waits at most `deadlineMs` for the write. It never
 * throws. A visitor is an IPv4 address or an IPv6 /48, since user agents can be made up; each adds
 * at most one view to a listing a day, in all instances.
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
      // An unlisted slug costs no query, so that a pending one takes no longer than an unknown one.
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
