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

/** How long after midnight the visitors of a day stay stored, in ms: clocks may differ. */
const sweptAfterMs = 3_600_000

type Views = Map<string, View & { network: string }>

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
  let gathering: { views: Views; end: Promise<void> } | undefined
  let last = Promise.resolve()
  let hasFailed = false

  // Of a series of failures only the first is logged.
  const fail = (error: unknown) => {
    if (!hasFailed) service.log('views could not be counted', error)
    hasFailed = true
  }

  const write = async (views: Views) => {
    try {
      const forgetBefore = dayOf(new Date(service.clock().getTime() - sweptAfterMs))
      const counted = new Set(await countViews(service.db, [...views.values()], forgetBefore))
      if (written.size >= most.remembered) for (const known of [written, perNetwork]) known.clear()
      for (const { slug, visitor, network } of views.values()) {
        if (!counted.has(slug)) continue
        written.add(visitor)
        perNetwork.set(network, (perNetwork.get(network) ?? 0) + 1)
      }
      hasFailed = false
    } catch (error) {
      fail(error)
    }
  }

  // The batch that is gathered. The first view is written at once; views that come during a write
  // form the next batch.
  const nextBatch = () => {
    if (gathering) return gathering
    const views: Views = new Map()
    last = last.then(() => {
      gathering = undefined
      return beyondRequest(() => write(views))
    })
    return (gathering = { views, end: last })
  }

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
      const { views, end } = nextBatch()
      if (views.size < most.gathered) views.set(visitor, { slug, day, visitor, network })
      await Promise.race([end, after(deadlineMs, undefined, { ref: false })])
    } catch (error) {
      fail(error)
    }
  }
}
