import { setTimeout as after } from 'node:timers/promises'
import { dailyKey, dayOf } from '#core/visitor.ts'
import { type View, countViews } from '#db/views.ts'
import { addressBlock } from '#limits/address-block.ts'
import type { Service } from './service.ts'
import { writeTogether } from './write-together.ts'

/** Somebody looks at the page of a listing. */
interface PageView {
  slug: string
  address: string
  userAgent: string
}

/** What an instance holds in memory, and how much one block of addresses counts for, at most. */
const most = {
  /** Views that wait while others are written; what comes beyond them is not counted. */
  gathered: 1_000,
  /** Written views that are known again without asking the database. */
  remembered: 20_000,
  /** More than any office looks at a day: made-up user agents neither fill the table nor rank. */
  perBlock: 5_000,
} as const

/** Instances whose clocks differ still agree on who was seen, this long into the next day. */
const sweptAfterMs = 3_600_000

type Gathered = View & { block: string }

/**
 * Counts page views, for one instance, under load in batches. It never fails: a view that cannot be
 * written within `deadlineMs` is not waited for.
 */
export function viewCounter(
  service: Pick<Service, 'db' | 'catalog' | 'clock' | 'log'>,
  secret: () => string,
  deadlineMs = 1_000,
): (view: PageView) => Promise<void> {
  const written = new Set<string>()
  const perBlock = new Map<string, number>()

  const { gather, fail } = writeTogether<Gathered>(
    async (views) => {
      const forgetBefore = dayOf(new Date(service.clock().getTime() - sweptAfterMs))
      const counted = new Set(await countViews(service.db, [...views.values()], forgetBefore))
      if (written.size >= most.remembered) for (const known of [written, perBlock]) known.clear()
      for (const { slug, visitor, block } of views.values()) {
        if (!counted.has(slug)) continue
        written.add(visitor)
        perBlock.set(block, (perBlock.get(block) ?? 0) + 1)
      }
    },
    (error) => service.log('views could not be counted', error),
  )

  return async ({ slug, address, userAgent }) => {
    try {
      const [day, from] = [dayOf(service.clock()), addressBlock(address)]
      // What is not listed costs no question: a made-up slug and a pending one are the same.
      if (!(await service.catalog.current()).product(slug)) return
      const visitor = dailyKey(secret(), day, slug, from, userAgent)
      const block = dailyKey(secret(), day, from)
      if (written.has(visitor) || (perBlock.get(block) ?? 0) >= most.perBlock) return
      const end = gather((views) => {
        if (views.size < most.gathered) views.set(visitor, { slug, day, visitor, block })
      })
      await Promise.race([end, after(deadlineMs, undefined, { ref: false })])
    } catch (error) {
      fail(error)
    }
  }
}
