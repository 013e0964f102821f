/**
 * The memory of the function in MB, which every plan of the platform allows. With 10,000 listings
 * it uses 75 MB after its first answer.
 * https://vercel.com/docs/functions/configuring-functions/memory
 */
const memory = 1_024

/** The adapter's settings of the function, with our memory and, if given, its region. */
export function withOurFunction(config: object, region: string | undefined) {
  return { ...config, memory, ...(region === undefined ? {} : { regions: [region] }) }
}

/**
 * The calls that the platform schedules in production: one a day, the most that its smallest plan
 * allows. Due jobs also run after submissions and editors' decisions.
 */
export const crons = [{ path: '/api/cron', schedule: '0 6 * * *' }] as const
