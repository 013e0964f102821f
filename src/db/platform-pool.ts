import type { Pool } from '@neondatabase/serverless'

/**
 * Keeps an instance of the platform awake until the idle connections of its pool are closed:
 * suspended with open ones, it would leave them to the database until that gives them up. Loaded
 * with the first pool; where there is no platform it does nothing.
 */
export async function attachToPlatform(pool: Pool): Promise<void> {
  const { attachDatabasePool } = await import('@vercel/functions/db-connections')
  attachDatabasePool(pool)
}
