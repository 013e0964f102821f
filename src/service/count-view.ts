import { setTimeout as after } from 'node:timers/promises'
import { dailyKey, dayOf } from '#core/visitor.ts'
import { beyondRequest } from '#db/request-time.ts'
import { type View, countViews } from '#db/views.ts'
import { addressBlock } from '#limits/address-block.ts'
import type { Service } from './service.ts'

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
 * Counts page views, for one instance. What comes in while a write is under way waits for it and is
 * written together by the next: without load a view is written at once, under load in batches, and
 * nothing is left in memory when the platform freezes the instance after its last answer. It never
 * fails: a view that cannot be written within `deadlineMs` is not waited for.
 */
export function viewCounter(
  service: Pick<Service, 'db' | 'catalog' | 'clock' | 'log'>,
  secret: () => string,
  deadlineMs = 1_000,
): (view: PageView) => Promise<void> {
  const written = new Set<string>()
  const perBlock = new Map<string, number>()
  let gathering: { views: Map<string, Gathered>; end: Promise<void> } | undefined
  let last = Promise.resolve()
  let hasFailed = false

  // Once for a database that stays away, not with every view.
  const fail = (error: unknown) => {
    if (!hasFailed) service.log('views could not be counted', error)
    hasFailed = true
  }

  const write = async (views: ReadonlyMap<string, Gathered>) => {
    try {
      const forgetBefore = dayOf(new Date(service.clock().getTime() - sweptAfterMs))
      const counted = new Set(await countViews(service.db, [...views.values()], forgetBefore))
      hasFailed = false
      if (written.size >= most.remembered) for (const known of [written, perBlock]) known.clear()
      for (const { slug, visitor, block } of views.values()) {
        if (!counted.has(slug)) continue
        written.add(visitor)
        perBlock.set(block, (perBlock.get(block) ?? 0) + 1)
      }
    } catch (error) {
      fail(error)
    }
  }

  const gather = (view: Gathered): Promise<void> => {
    if (!gathering) {
      const views = new Map<string, Gathered>()
      last = last.then(() => {
        gathering = undefined
        return beyondRequest(() => write(views))
      })
      gathering = { views, end: last }
    }
    const { views, end } = gathering
    if (views.size < most.gathered) views.set(view.visitor, view)
    return end
  }

  return async ({ slug, address, userAgent }) => {
    try {
      const [day, from] = [dayOf(service.clock()), addressBlock(address)]
      // What is not listed costs no question: a made-up slug and a pending one are the same.
      if (!(await service.catalog.current()).product(slug)) return
      const visitor = dailyKey(secret(), day, slug, from, userAgent)
      const block = dailyKey(secret(), day, from)
      if (written.has(visitor) || (perBlock.get(block) ?? 0) >= most.perBlock) return
      const end = gather({ slug, day, visitor, block })
      await Promise.race([end, after(deadlineMs, undefined, { ref: false })])
    } catch (error) {
      fail(error)
    }
  }
}
