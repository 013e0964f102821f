/** What the adapter writes into .vc-config.json beside a function, as far as it is read here. */
interface FunctionConfig {
  maxDuration?: number
  memory?: number
  regions?: string[]
}

/**
 * In MB: what every plan takes. With 10,000 listings the function holds 75 MB after its first answer.
 * https://vercel.com/docs/functions/configuring-functions/memory
 */
const memory = 1_024

/** The adapter's settings of the function, with its memory and, where one is named, its region. */
export function withOurFunction<T extends FunctionConfig>(
  config: T,
  region: string | undefined,
): T & FunctionConfig {
  return { ...config, memory, ...(region === undefined ? {} : { regions: [region] }) }
}

/**
 * What the platform calls over time, on production alone. Once a day, so that its smallest plan
 * takes it; what is due is also done after submissions and decisions.
 */
export const crons = [{ path: '/api/cron', schedule: '0 6 * * *' }] as const
