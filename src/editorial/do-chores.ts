import { beyondRequest } from '#request-deadline.ts'
import { type ChoreName, type ChoreParts, type Tally, choreNames, chores } from './chores.ts'

/** What one chore of a round came to. Nobody's address and no error's text is in it. */
export interface ChoreReport {
  name: ChoreName
  /** `late`: it was not waited for any longer. What it claimed comes free by itself. */
  outcome: 'done' | 'failed' | 'late'
  /** Null where the chore did not come to say. */
  done: number | null
  left: number | null
  failed: number | null
  milliseconds: number
}

/** How long a round may take, and how much of each chore it does. */
export interface Bounds {
  /** After this long a chore begins nothing new … */
  stopMs: number
  /** … and after this long it is not waited for. */
  endMs: number
  /** How long is waited for what is done last. */
  lastMs: number
  most: number
}

/** Timers have the time. */
const timerBounds: Bounds = { stopMs: 60_000, endMs: 300_000, lastMs: 300_000, most: 5_000 }
/** What follows an answer: a few, and soon. */
const quickBounds: Bounds = { stopMs: 2_000, endMs: 6_000, lastMs: 3_000, most: 5 }

/**
 * One round of chores, all at once but for what must come last. Never throws: one that fails is
 * logged, and the others go on.
 */
export async function doChores(
  parts: ChoreParts,
  names: readonly ChoreName[],
  bounds: Bounds,
): Promise<ChoreReport[]> {
  const isLast = (name: ChoreName) => 'isLast' in chores[name]
  const some = (chosen: readonly ChoreName[], endMs: number) =>
    Promise.all(chosen.map((name) => doChore(parts, name, { ...bounds, endMs })))
  const first = await some(
    names.filter((name) => !isLast(name)),
    bounds.endMs,
  )
  return [...first, ...(await some(names.filter(isLast), bounds.lastMs))]
}

async function doChore(
  parts: ChoreParts,
  name: ChoreName,
  { stopMs, endMs, most }: Bounds,
): Promise<ChoreReport> {
  const began = performance.now()
  const report = (outcome: ChoreReport['outcome'], tally: Partial<Tally> = {}): ChoreReport => {
    const { done = null, left = null, failed = null } = tally
    const milliseconds = Math.round(performance.now() - began)
    return { name, outcome, done, left, failed, milliseconds }
  }
  const running = chores[name].run(parts, { most, signal: AbortSignal.timeout(stopMs) }).then(
    (tally) => report('done', tally),
    (error: unknown) => {
      parts.log(`the chore ${name} failed`, error)
      return report('failed')
    },
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<ChoreReport>((resolve) => {
    timer = setTimeout(() => resolve(report('late')), endMs)
  })
  try {
    return await Promise.race([running, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * What follows a submission or a decision: what waited goes, too, so that a plan with one cron a
 * day works. Never throws.
 */
export async function catchUp(
  parts: Omit<ChoreParts, 'outside' | 'gitHub' | 'clock'>,
): Promise<void> {
  const quick = choreNames.filter((name) => chores[name].isQuick)
  await beyondRequest(() =>
    doChores(
      { ...parts, outside: null, gitHub: null, clock: () => new Date() },
      quick,
      quickBounds,
    ),
  )
}

/** Does every chore in its time, until the function that it returns is called. */
export function keepDoing(parts: ChoreParts): () => void {
  const running = new Set<ChoreName>()
  const timers = choreNames.map((name) =>
    setInterval(() => {
      if (running.has(name)) return
      running.add(name)
      void doChores(parts, [name], timerBounds).finally(() => running.delete(name))
    }, chores[name].everyMs),
  )
  return () => timers.forEach((timer) => clearInterval(timer))
}
