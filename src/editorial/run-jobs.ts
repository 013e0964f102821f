import { beyondRequest } from '#request-deadline.ts'
import { type JobName, type JobParts, type Tally, jobNames, jobs } from './jobs.ts'

/** The result of one job, without e-mail addresses and error messages. */
export interface JobReport {
  name: JobName
  /** `late`: the job ran longer than the round waits. What it has claimed becomes free later. */
  outcome: 'done' | 'failed' | 'late'
  /** How many items were done, left and failed; null if the job did not finish. */
  done: number | null
  left: number | null
  failed: number | null
  milliseconds: number
}

/** The limits of one round of jobs. */
export interface Bounds {
  /** In milliseconds: after this time a job begins no new item. */
  stopMs: number
  /** In milliseconds: the longest wait for the jobs that run first. */
  endMs: number
  /** In milliseconds: the longest wait for the jobs that run last. */
  lastMs: number
  /** The most items that each job takes. */
  most: number
}

const timerBounds: Bounds = { stopMs: 60_000, endMs: 300_000, lastMs: 300_000, most: 5_000 }
/** The limits of a round after the answer to a request. */
const quickBounds: Bounds = { stopMs: 2_000, endMs: 6_000, lastMs: 3_000, most: 5 }

/** Runs jobs once, all at the same time, then those marked `isLast`. Failures are only logged. */
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

/** The dependencies that no quick job has. */
type NotQuick = 'network' | 'gitHub' | 'claims' | 'clock'

/** Runs the quick jobs once, after a submission or a decision. Never throws. */
export async function catchUp(parts: Omit<JobParts, NotQuick>): Promise<void> {
  const quick = jobNames.filter((name) => 'isQuick' in jobs[name])
  const others = { network: null, gitHub: null, claims: null, clock: () => new Date() }
  await beyondRequest(() => runJobs({ ...parts, ...others }, quick, quickBounds))
}

/** Runs every job at its interval until the returned function is called. */
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
