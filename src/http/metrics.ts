import {
  AggregatorRegistry,
  Counter,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
  collectDefaultMetrics,
} from 'prom-client'
import type { Health } from '#service/health.ts'
import type { Answered } from './observe.ts'
import { handlerOf } from './request-handler.ts'

/** The numbers of submissions that wait for a review and of builds that wait to run. */
interface QueueLengths {
  pending: number
  rebuilds: number
}

type MetricOfThread = MetricObjectWithValues<MetricValue<string>>

export type Metrics = ReturnType<typeof openMetrics>

/** Upper bounds of the histogram in milliseconds, up to the deadline of a function. */
const buckets = [2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000]

/**
 * Opens the metrics of this thread; `text` adds up all threads of `npm start`. Every label has a
 * closed set of values. Only an instance with METRICS_TOKEN imports this file.
 */
export function openMetrics({
  health,
  queues,
  acrossThreads,
}: {
  health: () => Promise<Health>
  queues: () => Promise<QueueLengths>
  /** Returns a function that collects the metrics of every thread of the process. */
  acrossThreads: (own: () => Promise<MetricOfThread[]>) => () => Promise<MetricOfThread[][]>
}) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'proofstack_requests_total',
    help: 'Answered requests; cache is 304, snapshot, or empty.',
    labelNames: ['handler', 'operation', 'status', 'cache'],
    registers,
  })
  const ofOperation = { labelNames: ['handler', 'operation'], registers } as const
  const durations = new Histogram({
    name: 'proofstack_request_milliseconds',
    help: 'Time from the whole request to its answer.',
    buckets,
    ...ofOperation,
  })
  const databaseMs = new Counter({
    name: 'proofstack_database_milliseconds_total',
    help: 'Time that requests waited for the database.',
    ...ofOperation,
  })
  const databaseWaits = new Counter({
    name: 'proofstack_database_waits_total',
    help: 'Statements, and waits for a connection, of requests.',
    ...ofOperation,
  })
  const refusals = new Counter({
    name: 'proofstack_rate_limit_refusals_total',
    help: 'Requests that a rate limit refused, by its bucket.',
    labelNames: ['bucket'],
    registers,
  })
  const outages = new Counter({
    name: 'proofstack_rate_limit_store_outages_total',
    help: 'How often the rate-limit store went away.',
    registers,
  })
  const everyThread = acrossThreads(() => registry.getMetricsAsJSON())

  return {
    /** Counts a request that has been answered. */
    answered: ({ path, status, cache = '', milliseconds, notes }: Answered): void => {
      const of = { handler: handlerOf(path), operation: notes.operation ?? '' }
      requests.inc({ ...of, status, cache })
      durations.observe(of, milliseconds)
      if (notes.databaseWaits > 0) {
        databaseMs.inc(of, notes.databaseMs)
        databaseWaits.inc(of, notes.databaseWaits)
      }
      if (notes.refusedBy) refusals.inc({ bucket: notes.refusedBy })
    },

    /** Counts a failure to reach the rate-limit store. */
    storeOutage: (): void => outages.inc(),

    /** The metrics of all threads in the text format of Prometheus. */
    text: async (): Promise<string> => {
      const [threads, state, lengths] = await Promise.all([
        everyThread(),
        health(),
        queues().catch(() => undefined),
      ])
      const sums = AggregatorRegistry.aggregate(threads.map((metrics) => metrics.map(asOfProcess)))
      return `${await sums.metrics()}\n${await stateOf(state, lengths).metrics()}`
    },
  }
}

// Two kinds of metrics are aggregated by their maximum: CPU and memory, because every thread
// reports those of the whole process, and the lag of event loops, because an average would hide a
// slow thread.
function asOfProcess(metric: MetricOfThread): MetricOfThread {
  const isOfProcess = metric.name.startsWith('process_')
  const isLag = /^nodejs_eventloop_lag_(?:seconds|p\d+_seconds)$/.test(metric.name)
  return isOfProcess || isLag ? { ...metric, aggregator: 'max' } : metric
}

// The gauges of health and queues. A gauge without a known value is left out.
function stateOf(health: Health, queues: QueueLengths | undefined): Registry {
  const registry = new Registry()
  const { build, outbox, writes, rate_limit_store: store } = health
  const live = build && 'behind' in build ? build : undefined
  const isOne = (isTrue: boolean, isKnown = true) => (isKnown ? Number(isTrue) : undefined)
  const seconds = (moment: string) => Date.parse(moment) / 1_000
  const gauges: Record<string, [help: string, value: number | undefined]> = {
    database_up: ['1 while the database answers.', isOne(health.database === 'answers')],
    database_writable: [
      '1 when the last write probe was committed.',
      isOne(writes === 'accepted', writes !== 'unknown'),
    ],
    catalogue_up: ['1 while the catalogue of the build can be opened.', isOne(build !== null)],
    rate_limit_store_up: [
      '1 while the rate-limit store answers; absent without one.',
      isOne(store === 'answers', store !== 'none'),
    ],
    problems: ['Problems that /api/health lists.', health.problems.length],
    restricted: ['1 while anonymous access is restricted.', isOne(Boolean(health.restriction))],
    build_cursor_seconds: [
      'Unix time of the newest change that the build holds.',
      build ? seconds(build.cursor) : undefined,
    ],
    build_behind_listings: ['Listings that changed since the build.', live?.behind],
    build_behind_seconds: ['Age of the oldest such change.', live?.behind_seconds],
    build_failed: ['1 while the last build failed.', isOne(live?.last_failure !== null, !!live)],
    mails_waiting: ['Mails that nobody tried to send yet.', outbox?.waiting],
    mails_failed: ['Mails that failed and are tried again.', outbox?.failed],
    mail_due_seconds: ['For how long a mail has been due.', outbox?.due_seconds],
    submissions_pending: ['Submissions that wait for an editor.', queues?.pending],
    rebuilds_due: ['Builds that are asked for and not begun.', queues?.rebuilds],
    changelog_ahead_seconds: [
      'How far the newest changelog item is in the future.',
      health.changelog_ahead_seconds,
    ],
    disk_free_bytes: [
      'Room on the disk of DATA_DIR.',
      health.disk && health.disk.free_mb * 1024 * 1024,
    ],
  }
  for (const [name, [help, value]] of Object.entries(gauges))
    if (value !== undefined)
      new Gauge({ name: `proofstack_${name}`, help, registers: [registry] }).set(value)
  return registry
}
