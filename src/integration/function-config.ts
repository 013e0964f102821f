/** The fields of .vc-config.json that are used here. The adapter writes the file beside a function. */
interface FunctionConfig {
  maxDuration?: number
  memory?: number
  regions?: string[]
}

/**
 * In MB; every plan allows it. With 10,000 listings the function uses 75 MB after its first answer.
 * https://vercel.com/docs/functions/configuring-functions/memory
 */
const memory = 1_024

/** The adapter's settings of the function with its memory and, if given, its region. */
export function withOurFunction<T extends FunctionConfig>(
  config: T,
  region: string | undefined,
): T & FunctionConfig {
  return { ...config, memory, ...(region === undefined ? {} : { regions: [region] }) }
}

/**
 * The scheduled calls of the platform, on production only. Once a day, as its smallest plan allows; due
 * jobs also run after submissions and decisions.
 */
export const crons = [{ path: '/api/cron', schedule: '0 6 * * *' }] as const
