import { beyondRequest } from '#request-deadline.ts'
import { type JobName, type JobParts, type Tally, jobNames, jobs } from './jobs.ts'

/** What one job of a round came to. Nobody's address and no error's text is in it. */
export interface JobReport {
  name: JobName
  /** `late`: it was not waited for any longer. What it claimed comes free by itself. */
  outcome: 'done' | 'failed' | 'late'
  /** Null where the job did not come to say. */
  done: number | null
  left: number | null
  failed: number | null
  milliseconds: number
}

/** How long a round may take, and how much of each job it does. */
export interface Bounds {
  /** After this long a job begins nothing new … */
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
 * One round of jobs, all at once but for what must come last. Never throws: one that fails is
 * logged, and the others go on.
 */
export async function runJobs(
  parts: JobParts,
  names: readonly JobName[],
  bounds: Bounds,
): Promise<JobReport[]> {
  const isLast = (name: JobName) => 'isLast' in jobs[name]
  const some = (chosen: readonly JobName[], endMs: number) =>
    Promise.all(chosen.map((name) => runJob(parts, name, { ...bounds, endMs })))
  const first = await some(
    names.filter((name) => !isLast(name)),
    bounds.endMs,
  )
  return [...first, ...(await some(names.filter(isLast), bounds.lastMs))]
}

async function runJob(
  parts: JobParts,
  name: JobName,
  { stopMs, endMs, most }: Bounds,
): Promise<JobReport> {
  const began = performance.now()
  const report = (outcome: JobReport['outcome'], tally: Partial<Tally> = {}): JobReport => {
    const { done = null, left = null, failed = null } = tally
    const milliseconds = Math.round(performance.now() - began)
    return { name, outcome, done, left, failed, milliseconds }
  }
  const running = jobs[name].run(parts, { most, signal: AbortSignal.timeout(stopMs) }).then(
    (tally) => report('done', tally),
    (error: unknown) => {
      parts.log(`the job ${name} failed`, error)
      return report('failed')
    },
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<JobReport>((resolve) => {
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
  parts: Omit<JobParts, 'network' | 'gitHub' | 'clock'>,
): Promise<void> {
  const quick = jobNames.filter((name) => jobs[name].isQuick)
  await beyondRequest(() =>
    runJobs({ ...parts, network: null, gitHub: null, clock: () => new Date() }, quick, quickBounds),
  )
}

/** Does every job in its time, until the function that it returns is called. */
export function keepDoing(parts: JobParts): () => void {
  const running = new Set<JobName>()
  const timers = jobNames.map((name) =>
    setInterval(() => {
      if (running.has(name)) return
      running.add(name)
      void runJobs(parts, [name], timerBounds).finally(() => running.delete(name))
    }, jobs[name].everyMs),
  )
  return () => timers.forEach((timer) => clearInterval(timer))
}
